const { code, target } = document.currentScript.dataset;
new BroadcastChannel("karst-sign-in").postMessage(code ? { ok: false, code } : { ok: true });
setTimeout(close, 50);
// A window that no page opened does not close, and goes on by itself.
setTimeout(() => location.replace(target), 500);
