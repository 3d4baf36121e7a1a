// The sign-in page: the token goes to the server once, which answers with a cookie that pages cannot read.

import { api, setText } from "./site.js";

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

find("form").addEventListener("submit", async (event) => {
  event.preventDefault();
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
