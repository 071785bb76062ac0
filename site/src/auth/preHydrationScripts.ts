/**
 * Runs before the first paint. Pages are the same for everybody, and only the browser knows that it has a token or comes
 * from a sign-in without scripts (`/login`, a federated provider). With the `data-account` attribute, accounts see a
 * spinner from the first frame on instead of "Sign In".
 */
export const PRE_HYDRATION_AUTH_SCRIPT =
  'try{if(localStorage.getItem("firebaseToken")||/^https?:\\/\\/[^/]+\\/(login|api\\/auth\\/federated)([/?]|$)/.test(document.referrer))document.documentElement.dataset.account="held"}catch{}';
