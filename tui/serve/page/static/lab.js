// What the page does before textual-serve's own script connects: it says where the lab is, gives it the keys,
// and lets it write to the clipboard, but never read from it.
"use strict";

const terminal = document.getElementById("terminal");
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
terminal.dataset.sessionWebsocketUrl = `${scheme}//${location.host}/ws`;

// The first drawing is there: typing goes to the lab without a click.
new MutationObserver((_, observer) => {
  if (document.body.classList.contains("-first-byte")) {
    observer.disconnect();
    terminal.querySelector("textarea")?.focus();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });

// The lab has ended: Enter begins another one.
new MutationObserver((_, observer) => {
  if (document.body.classList.contains("-closed")) {
    observer.disconnect();
    document.querySelector(".ended a").focus();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });

// Without encryption browsers have no clipboard for scripts but the old way: a marked text that is copied.
function copyTheOldWay(text) {
  const box = document.createElement("textarea");
  const focused = document.activeElement;
  box.value = text;
  box.style.position = "fixed";
  box.style.opacity = "0";
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
  focused?.focus();
}

const clipboard = navigator.clipboard;
Object.defineProperty(navigator, "clipboard", {
  value: {
    readText: async () => "",
    writeText: async (text) => {
      try {
        await clipboard.writeText(text);
      } catch {
        copyTheOldWay(text);
      }
    },
  },
});
