const { code, target } = document.currentScript.dataset;
new BroadcastChannel("karst-sign-in").postMessage(code ? { ok: false, code } : { ok: true });
setTimeout(close, 50);
// A script cannot close a window that no page opened: such a window continues to the target.
setTimeout(() => location.replace(target), 500);
