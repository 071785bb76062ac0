import { parsePreviewCommand, type PreviewEvent } from "@karst/web/preview";

/**
 * Connects a preview with the console in whose frame it is: the console learns how far the page is scrolled and which part
 * of it is chosen. Links and forms do nothing there. Returns the function that disconnects it.
 */
export function connectToConsole(root: HTMLElement, parent: Window, label: string): () => void {
  const send = (event: PreviewEvent) => parent.postMessage(event, location.origin);
  const controller = new AbortController();
  const { signal } = controller;
  // Before the page's own handlers, which would follow a link, fetch its page ahead, or send a form.
  const first = { signal, capture: true };

  for (const part of root.querySelectorAll<HTMLElement>("[data-field]")) {
    part.tabIndex = 0;
    part.title = label;
  }
  root.dataset.framed = "";

  function choose(part: HTMLElement | null) {
    if (part?.dataset.field) send({ preview: "field", field: part.dataset.field });
  }
  const onClick = (event: Event) => {
    const target = event.target as Element;
    if (target.closest("a")) stop(event);
    // Buttons keep their function, such as those of the photos.
    if (!target.closest("button, summary, label")) choose(target.closest("[data-field]"));
  };

  const onMessage = ({ source, origin, data }: MessageEvent) => {
    const command = source === parent && origin === location.origin ? parsePreviewCommand(data) : null;
    if (command) scrollTo({ top: command.top, behavior: "instant" });
  };

  addEventListener("message", onMessage, { signal });
  addEventListener("scroll", () => send({ preview: "scrolled", top: scrollY }), { signal, passive: true });
  addEventListener("click", onClick, first);
  addEventListener("auxclick", onClick, first);
  addEventListener("submit", stop, first);
  for (const type of ["pointerover", "touchstart", "focusin"]) addEventListener(type, ignoreLinks, first);
  root.addEventListener("keydown", ({ key, target }) => key === "Enter" && choose(target as HTMLElement), {
    signal,
  });
  send({ preview: "ready" });
  return () => controller.abort();
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

function ignoreLinks(event: Event) {
  if ((event.target as Element).closest?.("a")) event.stopPropagation();
}
