// @ts-check
// The sign-in page: the token goes to the server once, which answers with a cookie that pages cannot read.

import { api, onSend, rights, setText } from "./site.js";

const find = (id) => document.getElementById(id);

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

onSend(find("form"), async () => {
  setText(find("error"), "");
  try {
    await api("/api/sign-in", { method: "POST", body: { token: find("token").value } });
    location.replace(next());
  } catch (error) {
    setText(find("error"), error.message);
    find("token").select();
  }
});
find("token").focus();
rights.then(({ token, right }) => {
  find("form").hidden = !token && right === "act";
  find("open").hidden = !find("form").hidden;
});
