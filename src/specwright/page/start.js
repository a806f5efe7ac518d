// Starting a run, and signing in.

import { html, useEffect, useState } from "./vendor/preact.js";
import { ask } from "./server.js";
import { Trouble } from "./parts.js";

const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

const options = (names, chosen) => names.map((name) => html`<option value=${name} selected=${name === chosen}>${name}</option>`);

/** Show the form of a new run. */
export function Start({ me }) {
  const [asked, setAsked] = useState({ problem: "", examples: "", story: "function", language: "python", model: me.models[0], budget: "", questions: true });
  const [trouble, setTrouble] = useState(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => { document.title = "New run · specwright"; }, []);
  const set = (name) => (event) => setAsked({ ...asked, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  const start = (event) => {
    event.preventDefault();
    setBusy(true);
    const body = { problem: asked.problem, examples: lines(asked.examples), story: asked.story, language: asked.language, questions: asked.questions ? 3 : 0 };
    if (asked.model !== me.models[0]) body.model = asked.model;
    if (Number(asked.budget) > 0) body.budget_tokens = Math.round(Number(asked.budget));
    ask("/api/runs", body).then((run) => { location.hash = `#/run/${encodeURIComponent(run.run_id)}`; }, setTrouble).finally(() => setBusy(false));
  };
  const keys = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start(event); };
  return html`<form class="form card" onSubmit=${start} onKeyDown=${keys}>
    <h1>What should the code do?</h1>
    <${Trouble} error=${trouble} />
    <label><span>Problem</span><textarea required rows="6" autofocus value=${asked.problem} onInput=${set("problem")} placeholder="Given a list of integers and a target, return the indices of the two numbers that add up to the target."></textarea></label>
    <label><span>Examples <small>one a line; always right, never changed</small></span><textarea class="code" rows="3" value=${asked.examples} onInput=${set("examples")} placeholder="two_sum([2, 7, 11, 15], 9) == [0, 1]"></textarea></label>
    <div class="row">
      <label><span>Result</span><select value=${asked.story} onChange=${set("story")}><option value="function">one function</option><option value="package">a package with tests</option></select></label>
      <label><span>Language</span><select value=${asked.language} onChange=${set("language")}>${options(me.languages, asked.language)}</select></label>
      <label><span>Model</span><select value=${asked.model} onChange=${set("model")}>${options(me.models, asked.model)}</select></label>
      <label><span>Token budget <small>optional</small></span><input inputmode="numeric" pattern="[0-9]*" value=${asked.budget} onInput=${set("budget")} placeholder="no limit" /></label>
    </div>
    <div class="tools"><button class="main" disabled=${busy || !asked.problem.trim()}>Start <span aria-hidden="true">→</span></button><small>or Ctrl + Enter</small></div>
  </form>`;
}

/** Show the form that signs in with a token. */
export function SignIn({ signedIn }) {
  const [token, setToken] = useState("");
  const [trouble, setTrouble] = useState(null);
  const used = new URLSearchParams(location.search).get("link") === "used";
  const enter = (event) => {
    event.preventDefault();
    ask("/api/session", { token }).then(() => { history.replaceState(null, "", "/"); signedIn(); }, setTrouble);
  };
  return html`<main class="sign"><form class="card stack" onSubmit=${enter}>
    <h1>Sign in to specwright</h1>
    ${used ? html`<p class="note">That link was used already, or is too old. Restart the server for another, or enter your token.</p>` : null}
    <${Trouble} error=${trouble} />
    <label><span>Token</span><input type="password" autocomplete="current-password" required value=${token} onInput=${(event) => setToken(event.target.value)} /></label>
    <button class="main">Sign in</button>
  </form></main>`;
}
