// SPDX-License-Identifier: BSD-3-Clause
// Draws each plot when it comes near the window, and marks in the contents where the reader is.
(() => {
  const specs = JSON.parse(document.getElementById("plots").textContent);
  const options = {
    renderer: "svg", actions: false, defaultStyle: false, tooltip: { disableDefaultStyle: true },
  };
  const draw = (canvas) => {
    const spec = specs[canvas.dataset.plot];
    if (!spec) return;
    delete specs[canvas.dataset.plot];
    vegaEmbed(canvas, spec, options).catch((error) => { canvas.textContent = String(error); });
  };
  const canvases = [...document.querySelectorAll("[data-plot]")];
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "800px" });
  canvases.forEach((canvas) => near.observe(canvas));
  addEventListener("beforeprint", () => canvases.forEach(draw));

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
