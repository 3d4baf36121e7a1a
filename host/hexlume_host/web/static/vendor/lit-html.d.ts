// The part of lit-html's types that the pages use.

export type Template = { readonly strings: TemplateStringsArray; readonly values: readonly unknown[] } | typeof nothing;
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => Template;
export declare const svg: (strings: TemplateStringsArray, ...values: unknown[]) => Template;
export declare const nothing: unique symbol;
export declare function render(value: unknown, container: Element | DocumentFragment): void;
