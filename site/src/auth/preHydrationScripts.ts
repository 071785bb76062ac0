/**
 * Runs before anything is drawn: pages are the same for everybody, and only the browser knows that it holds a token, or
 * comes from where one is got without scripts (`/login`, another provider).
 * With this mark, whoever is signed in sees the spinner from the first moment on, and never "Sign In".
 */
export const PRE_HYDRATION_AUTH_SCRIPT =
  'try{if(localStorage.getItem("firebaseToken")||/^https?:\\/\\/[^/]+\\/(login|api\\/auth\\/federated)([/?]|$)/.test(document.referrer))document.documentElement.dataset.account="held"}catch{}';
