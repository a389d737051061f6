// SPDX-License-Identifier: BSD-3-Clause
// Shows two outcomes side by side, which the reader chooses, and highlights their first difference.
(() => {
  const { sentences, pairs } = JSON.parse(document.getElementById("differences").textContent);
  const panes = new Map([...document.querySelectorAll(".pane")].map((pane) => [pane.dataset.side, pane]));
  if (panes.size === 0) return;

  // The drawings by the numbers of their outcomes: two are shown, the others are templates.
  const drawings = new Map([...document.querySelectorAll("[data-shows]")].map((place) => [
    Number(place.dataset.shows), (place.content ?? place).querySelector("svg").cloneNode(true),
  ]));
  const lists = new Map([...document.querySelectorAll("select")].map((list) => [list.dataset.side, list]));
  const chosen = (side) => Number(lists.get(side).value);

  const show = () => {
    const [mark, sentence] = sentences[pairs[chosen("left") - 1][chosen("right") - 1]];
    for (const [side, pane] of panes) {
      const number = chosen(side);
      const drawing = drawings.get(number).cloneNode(true);
      for (const one of drawing.querySelectorAll("[data-choice]")) {
        one.classList.toggle("focus", one.dataset.choice === mark);
      }
      pane.querySelector(".scroll-drawing").replaceChildren(drawing);
      const link = pane.querySelector("figcaption a");
      link.hash = `outcome-${number}`;
      link.textContent = lists.get(side).selectedOptions[0].textContent;
    }
    document.getElementById("difference").textContent = sentence;
  };

  for (const list of lists.values()) list.addEventListener("change", show);
  for (const chip of document.querySelectorAll(".chip[data-outcome]")) {
    if (!drawings.has(Number(chip.dataset.outcome))) continue;
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      lists.get("right").value = chip.dataset.outcome;
      show();
      document.getElementById("compare").scrollIntoView();
    });
  }
  for (const part of document.querySelectorAll(".scripted")) part.hidden = false;
})();
