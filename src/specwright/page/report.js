// A report: the page of one run with its data inside. Without scripts its plain sections say the same.

import { html, render } from "./vendor/preact.js";
import { begin, fold } from "./fold.js";
import { Recorded } from "./run.js";

/** The plain sections that say what the page does not. */
const KEPT = new Set(["native", "performance", "documents", "evidence"]);

const entries = JSON.parse(document.getElementById("log").textContent);
const state = entries.reduce((made, entry) => fold(made, entry), begin());
const plain = document.querySelector("main");
const rest = [...plain.querySelectorAll(":scope > section")].filter((section) => KEPT.has(section.getAttribute("aria-labelledby")));
const place = document.createElement("main");
place.className = "stack";
const top = place.appendChild(document.createElement("div"));
for (const section of rest) {
  const card = document.createElement("details");
  card.className = "card";
  const title = section.querySelector("h2");
  const summary = card.appendChild(document.createElement("summary"));
  summary.textContent = title.textContent;
  title.remove();
  for (const table of section.querySelectorAll("table")) table.classList.add("plain");
  card.append(...section.childNodes);
  place.append(card);
}
place.append(plain.querySelector(":scope > footer"));
document.getElementById("plain").media = "not all";
document.getElementById("style").media = "all";
plain.replaceWith(place);
render(html`<${Recorded} state=${state} />`, top);
