// Small parts that several views share.

import { html } from "./vendor/preact.js";

/** Show a refusal of the server: what happened, and what to do next. */
export function Trouble({ error }) {
  if (!error) return null;
  return html`<p class="trouble" role="alert">${error.message}${error.hint ? html`<br /><small>Next: ${error.hint}</small>` : null}</p>`;
}
