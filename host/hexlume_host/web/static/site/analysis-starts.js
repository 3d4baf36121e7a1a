// @ts-check
// Choosing a game to begin: its board and its options, in a dialog.

import { api, gameName, make } from "./site.js";

let told = null;

/** Resolves to what can be begun, by the name of the rules. */
export function starts() {
  told ??= api("/api/analysis/games").then(({ games }) => new Map(games.map((game) => [game.rules, game])));
  told.catch(() => { told = null; });
  return told;
}

/** Let the person choose a game in a dialog; resolves to {rules, size, options}, or null when they leave it. */
export async function askStart(dialog, preset) {
  const games = await starts();
  const [rules, size] = ["rules", "size"].map((name) => dialog.querySelector(`[name=${name}]`));
  const options = dialog.querySelector(".start-options");
  rules.replaceChildren(...[...games.keys()].map((name) => new Option(gameName(name), name)));
  const offer = (from) => {
    const game = games.get(rules.value);
    size.replaceChildren(...game.sizes.map((one) => new Option(`${game.kind}${one}`, one)));
    size.value = from?.size ?? game.size;
    options.replaceChildren(...game.options.map((option) => optionField(option, from?.options?.[option.name])));
  };
  rules.value = preset?.rules ?? "orochi";
  offer(preset);
  rules.onchange = () => offer(null);
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "begin") return resolve(null);
      const chosen = Object.fromEntries([...options.querySelectorAll("select")].map((field) => [field.name, JSON.parse(field.value)]));
      return resolve({ rules: rules.value, size: Number(size.value), options: chosen });
    }, { once: true });
    dialog.showModal();
  });
}

function optionField({ name, default: usual, choices }, value) {
  const field = make("p", "field");
  const label = make("label", "", name);
  const select = make("select");
  select.name = name;
  select.id = `start-${name}`;
  label.htmlFor = select.id;
  for (const choice of choices) {
    select.append(new Option(choice === true ? "on" : choice === false ? "off" : String(choice), JSON.stringify(choice)));
  }
  select.value = JSON.stringify(value ?? usual);
  field.append(label, select);
  return field;
}
