import { lazy } from "react";
import { Admin, CustomRoutes, Resource } from "react-admin";
import { createBrowserRouter, Route, RouterProvider } from "react-router-dom";
import { articles } from "./articles";
import { audit } from "./audit";
import { authProvider } from "./authProvider";
import { businesses } from "./businesses";
import { categories } from "./categories";
import { contact } from "./contact";
import { dataProvider } from "./dataProvider";
import { enquiries } from "./enquiries";
import { guestbook } from "./guestbook";
import { i18nProvider } from "./i18nProvider";
import { media } from "./media";
import { NotFound } from "./layout/NotFound";
import { Shell } from "./layout/Shell";
import { SignIn } from "./layout/SignIn";
import { Toasts } from "./layout/Toasts";
import { Waiting } from "./layout/Waiting";
import { queryClient } from "./queryClient";
import { darkTheme, lightTheme } from "./theme/theme";
import { users } from "./users";

const Overview = lazy(() => import("./overview/Overview"));
const OlderPage = lazy(() => import("./businesses/OlderPage"));
const Moderation = lazy(() => import("./moderation/Moderation"));
const BusinessTrash = lazy(() => import("./businesses/Trash"));
const ArticleTrash = lazy(() => import("./articles/Trash"));
const Pages = lazy(() => import("./pages/Pages"));
const PageEdit = lazy(() => import("./pages/PageEdit"));
const InvalidValues = lazy(() => import("./invalidValues/InvalidValues"));
const Settings = lazy(() => import("./settings/Settings"));
const OwnAccount = lazy(() => import("./account/OwnAccount"));

function Console() {
  return (
    <Admin
      authProvider={authProvider}
      dashboard={Overview}
      catchAll={NotFound}
      dataProvider={dataProvider}
      darkTheme={darkTheme}
      disableTelemetry
      i18nProvider={i18nProvider}
      layout={Shell}
      loading={Waiting}
      loginPage={SignIn}
      notification={Toasts}
      queryClient={queryClient}
      requireAuth
      theme={lightTheme}
    >
      <Resource name="businesses" {...businesses} />
      <Resource name="categories" {...categories} />
      <Resource name="articles" {...articles} />
      <Resource name="guestbook" {...guestbook} />
      <Resource name="contact" {...contact} />
      <Resource name="enquiries" {...enquiries} />
      <Resource name="media" {...media} />
      <Resource name="users" {...users} />
      <Resource name="audit" {...audit} />
      <CustomRoutes>
        <Route path="/businesses/trash" element={<BusinessTrash />} />
        <Route path="/articles/trash" element={<ArticleTrash />} />
        <Route path="/pages" element={<Pages />} />
        <Route path="/pages/:name" element={<PageEdit />} />
        <Route path="/settings" element={<Settings />} />
        <Route path="/invalid-values" element={<InvalidValues />} />
        <Route path="/account" element={<OwnAccount />} />
        <Route path="/moderation/*" element={<Moderation />} />
        <Route path="/admin" element={<OlderPage tab="manage" />} />
        <Route path="/admin/add" element={<OlderPage tab="add" />} />
      </CustomRoutes>
    </Admin>
  );
}

// A data router (rather than <BrowserRouter>): only its navigations can be held back while a form has unsaved changes.
const router = createBrowserRouter([{ path: "*", element: <Console /> }], {
  basename: import.meta.env.BASE_URL.replace(/\/$/, ""),
});

export function App() {
  // Not in transitions: signing out clears the cache, which asks anew who is signed in; these updates would go first
  // again and again, and the way to the sign-in page would be begun thousands of times before it is drawn.
  return <RouterProvider router={router} useTransitions={false} />;
}
