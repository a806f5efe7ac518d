// The page: who is signed in, and which view the address asks for.

import { html, render, useEffect, useState } from "./vendor/preact.js";
import { ask } from "./server.js";
import { Compare, Runs } from "./runs.js";
import { Run } from "./run.js";
import { SignIn, Start } from "./start.js";

const VIEWS = { new: "New run", runs: "Runs" };

function useAddress() {
  const read = () => location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  const [address, setAddress] = useState(read);
  useEffect(() => {
    const changed = () => setAddress(read());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return address;
}

function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

function View({ address: [view, ...rest], me }) {
  if (view === "run" && rest[0]) return html`<${Run} key=${rest[0]} run=${rest[0]} />`;
  if (view === "compare" && rest.length === 2) return html`<${Compare} ids=${rest} />`;
  if (view === "runs") return html`<${Runs} me=${me} />`;
  return html`<${Start} me=${me} />`;
}

function Page() {
  const address = useAddress();
  const [me, setMe] = useState(null);
  const [out, setOut] = useState(false);
  const load = () => ask("/api/me").then((found) => { setMe(found); setOut(false); }, () => setOut(true));
  useEffect(() => { load(); }, []);
  if (out) return html`<${SignIn} signedIn=${load} />`;
  if (!me) return null;
  const here = address[0] in VIEWS ? address[0] : address[0] ? "runs" : "new";
  const leave = () => ask("/api/session", {}, "DELETE").finally(() => { setMe(null); setOut(true); });
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById("main").focus(); }}>To the content</a>
    <header class="bar-top">
      <a class="mark" href="#/new" aria-label="specwright"><img src="/static/icon.svg" alt="" /><span>specwright</span></a>
      <nav aria-label="Views">${Object.entries(VIEWS).map(([name, words]) => html`<a href="#/${name}" aria-current=${name === here ? "page" : null}>${words}</a>`)}</nav>
      <span class="who">${me.name}${me.tokens_per_day ? ` · ${me.tokens_today.toLocaleString("en")} of ${me.tokens_per_day.toLocaleString("en")} tokens today` : ""}</span>
      <button class="quiet" onClick=${leave}>Sign out</button>
    </header>
    <main id="main" tabindex="-1"><${View} address=${address} me=${me} /></main>`;
}

render(html`<${Page} />`, document.getElementById("page"));
