// @ts-check
// The sign-in page: the token goes to the server once, which answers with a cookie that pages cannot read.

import { byId, setText } from "../../lib/dom.js";
import { api, onSend, rights, sentenceOf } from "../../lib/site.js";

const token = byId("token", HTMLInputElement);

/** Return where to go after signing in: an address of this very site, whatever the link said. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  try {
    const address = new URL(wanted, location.origin);
    return address.origin === location.origin && !address.pathname.startsWith("//") ? address.pathname + address.search : "/";
  } catch {
    return "/";
  }
}

onSend(byId("form"), async () => {
  setText(byId("error"), "");
  try {
    await api("/api/sign-in", { method: "POST", body: { token: token.value } });
    location.replace(next());
  } catch (error) {
    setText(byId("error"), sentenceOf(error));
    token.select();
  }
});
token.focus();
rights.then(({ token: needed, right }) => {
  byId("form").hidden = !needed && right === "act";
  byId("open").hidden = !byId("form").hidden;
});
