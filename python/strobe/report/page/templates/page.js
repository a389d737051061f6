// SPDX-License-Identifier: BSD-3-Clause
// Draws the plots one after another, and marks in the contents where the reader is.
(() => {
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const options = {
    config: plots.config, renderer: "svg", actions: false, defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  };
  (async () => {
    for (const canvas of document.querySelectorAll("[data-plot]")) {
      try {
        await vegaEmbed(canvas, plots.specifications[canvas.dataset.plot], options);
      } catch (error) {
        // The link to the drawing, which stands there for readers without scripts, stays.
        console.error(error);
      }
    }
  })();

  const links = new Map(
    [...document.querySelectorAll("nav li a")].map((link) => [link.hash.slice(1), link]),
  );
  const reading = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach((link, id) => link.classList.toggle("here", id === entry.target.id));
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  document.querySelectorAll("section[id]").forEach((section) => reading.observe(section));
})();
