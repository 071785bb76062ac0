export const identityTexts = {
  signIn: {
    title: "Sign In",
    submit: "Sign In",
    other: "Don't have an account? Sign up",
    done: { title: "Signed in successfully", text: "Welcome back!" },
  },
  signUp: {
    title: "Create Account",
    submit: "Create Account",
    other: "Already have an account? Sign in",
    done: (firstName: string, isEmailSent: boolean) => ({
      title: "Account created successfully",
      text:
        (firstName ? `Welcome, ${firstName}!` : "Welcome!") +
        (isEmailSent ? " We sent you an email: open its link to verify your address." : ""),
    }),
  },
  close: "Close sign-in",
  fields: {
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    password: "Password",
    code: "Code",
  },
  passwordHint: (least: number) => `At least ${least} characters`,
  codeHint: "Six digits from your authenticator app, or a recovery code",
  processing: "Processing...",
  forgot: "Forgot password?",
  /** The same for every address, so that it does not reveal accounts (R312). */
  resetSent: {
    title: "Check your inbox",
    text: "If this address has an account, an email with a link to choose a new password is on its way.",
  },
  /** Without a mail server: emails wait in the outbox. */
  resetWithoutEmail: {
    title: "Please ask the guide's team",
    text: "This guide sends no email yet. If this address has an account, its email waits on the server: ask the team for the link in it.",
  },
  /** `openid` is the fallback if the settings have no provider name. */
  federated: { google: "Google", facebook: "Facebook", openid: "OpenID" },
  continueWith: (name: string) => `Continue with ${name}`,
  /** Between the provider buttons and the form. */
  divider: "Or continue with",
  federatedDone: (name: string) => ({ title: `Signed in with ${name}`, text: "Welcome back!" }),
  federatedFailed: (name: string) => ({
    title: `${name} sign-in error`,
    text: `An error occurred during ${name} sign-in`,
  }),
  federatedErrors: {
    "popup-blocked": "Your browser blocked the sign-in window. Please allow it and try again.",
    "popup-closed-by-user": "The sign-in window was closed before you were signed in.",
    "cancelled-popup-request": "The sign-in was canceled.",
    "user-cancelled": "The sign-in was canceled.",
    "invalid-state": "This sign-in is over, or was begun in another window. Please try again.",
    "network-request-failed": "The provider cannot be reached right now. Please try again.",
    "invalid-credential": "The provider's answer could not be verified. Please try again.",
    "user-disabled": "This account has been deactivated.",
    "account-exists-with-different-credential":
      "An account with this email exists already. Please sign in the way you did before.",
    "missing-email": "The provider did not tell your email address, which this guide needs.",
    "multi-factor-auth-required":
      "This account asks for a code from an authenticator app. Please sign in with your email and password.",
    "too-many-requests": "Too many attempts. Please wait a few minutes and try again.",
    "unauthorized-domain":
      "This guide's address is not allowed to sign in there. Please tell the guide's team.",
    "operation-not-allowed": "This way of signing in is switched off.",
    "email-already-in-use": "This email is already in use",
    "invalid-email": "Please enter a valid email address",
    "wrong-password": "Email or password is incorrect",
    "weak-password": "Password must be at least 6 characters",
    "password-does-not-meet-requirements": "The password does not meet the requirements of this guide.",
    "expired-action-code": "This link was used already, or it is too old. Please ask for a new one.",
    "requires-recent-login": "Please sign in again first.",
    "user-token-expired": "Your session is over. Please sign in again.",
  },
  offline: "The guide cannot be reached. Please check your internet connection and try again.",
} as const;
