/**
 * Runs before anything is drawn: pages are the same for everybody, and only the browser knows that it holds a token.
 * With this mark, whoever is signed in sees the spinner from the first moment on, and never "Sign In".
 */
export const MARK_ACCOUNT =
  'try{if(localStorage.getItem("firebaseToken"))document.documentElement.dataset.account="held"}catch{}';
