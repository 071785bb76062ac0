import { lazy } from "react";
import { Admin, CustomRoutes, Resource, RestoreScrollPosition } from "react-admin";
import { createBrowserRouter, Route, RouterProvider } from "react-router-dom";
import { authProvider } from "./authProvider";
import { dataProvider } from "./dataProvider";
import { guarded } from "./layout/guarded";
import { i18nProvider } from "./i18nProvider";
import { NotFound } from "./layout/NotFound";
import { Shell } from "./layout/Shell";
import { SignIn } from "./layout/SignIn";
import { Toasts } from "./layout/Toasts";
import { Waiting } from "./layout/Waiting";
import { queryClient } from "./queryClient";
import { store } from "./store";
import { darkTheme, lightTheme } from "./theme/theme";

const BusinessList = lazy(() => import("./businesses/BusinessList"));
const BusinessCreate = guarded("createPlace", () => import("./businesses/BusinessCreate"));
const BusinessEdit = lazy(() => import("./businesses/BusinessEdit"));
const CategoryList = guarded("manageCategories", () => import("./categories/CategoryList"));
const ArticleList = guarded("writeArticles", () => import("./articles/ArticleList"));
const ArticleNew = guarded("writeArticles", () => import("./articles/ArticleNew"));
const ArticleEdit = guarded("writeArticles", () => import("./articles/ArticleEdit"));
const EntryList = guarded("moderate", () => import("./guestbook/EntryList"));
const Inbox = guarded("answerMessages", () => import("./contact/Inbox"));
const DraftList = lazy(() => import("./drafts/DraftList"));
const ReleaseList = guarded("manageReleases", () => import("./releases/ReleaseList"));
const ReleasePage = guarded("manageReleases", () => import("./releases/ReleasePage"));
const ImportList = guarded("importPlaces", () => import("./imports/ImportList"));
const ImportPage = guarded("importPlaces", () => import("./imports/ImportPage"));
const Enquiries = lazy(() => import("./enquiries/Enquiries"));
const Library = lazy(() => import("./media/Library"));
const UserList = guarded("manageUsers", () => import("./users/UserList"));
const AuditList = guarded("readAudit", () => import("./audit/AuditList"));
const Overview = lazy(() => import("./overview/Overview"));
const OlderPage = lazy(() => import("./businesses/OlderPage"));
const Moderation = guarded("moderate", () => import("./moderation/Moderation"));
const ClaimList = guarded("manageUsers", () => import("./claims/ClaimList"));
const Reports = guarded("moderate", () => import("./reports/Reports"));
const Quality = guarded("checkQuality", () => import("./quality/Quality"));
const BusinessTrash = guarded("deletePlace", () => import("./businesses/Trash"));
const ArticleTrash = guarded("writeArticles", () => import("./articles/Trash"));
const Pages = guarded("manageSettings", () => import("./pages/Pages"));
const PageEdit = guarded("manageSettings", () => import("./pages/PageEdit"));
const InvalidValues = lazy(() => import("./invalidValues/InvalidValues"));
const Settings = guarded("manageSettings", () => import("./settings/Settings"));
const AlertList = guarded("manageAlerts", () => import("./alerts/AlertList"));
const WebhookList = guarded("manageSettings", () => import("./webhooks/WebhookList"));
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
      store={store}
      theme={lightTheme}
    >
      <Resource name="businesses" list={BusinessList} create={BusinessCreate} edit={BusinessEdit} />
      <Resource name="categories" list={CategoryList} />
      <Resource name="articles">
        <Route
          element={
            <RestoreScrollPosition storeKey="articles.list.scrollPosition">
              <ArticleList />
            </RestoreScrollPosition>
          }
        >
          <Route index element={null} />
          <Route path="create" element={null} />
        </Route>
        <Route path="new" element={<ArticleNew />} />
        <Route path=":id" element={<ArticleEdit />} />
      </Resource>
      <Resource name="guestbook" list={EntryList} />
      <Resource name="contact" list={Inbox} />
      <Resource name="enquiries" list={Enquiries} />
      <Resource name="media" list={Library} />
      <Resource name="users" list={UserList} />
      <Resource name="audit" list={AuditList} />
      <Resource name="alerts" list={AlertList} />
      <Resource name="claims" list={ClaimList} />
      <Resource name="webhooks" list={WebhookList} />
      <CustomRoutes>
        <Route path="/businesses/trash" element={<BusinessTrash />} />
        <Route path="/articles/trash" element={<ArticleTrash />} />
        <Route path="/drafts" element={<DraftList />} />
        <Route path="/releases" element={<ReleaseList />} />
        <Route path="/releases/:id" element={<ReleasePage />} />
        <Route path="/imports" element={<ImportList />} />
        <Route path="/imports/:id" element={<ImportPage />} />
        <Route path="/pages" element={<Pages />} />
        <Route path="/pages/:name" element={<PageEdit />} />
        <Route path="/settings" element={<Settings />} />
        <Route path="/invalid-values" element={<InvalidValues />} />
        <Route path="/account" element={<OwnAccount />} />
        <Route path="/moderation/*" element={<Moderation />} />
        <Route path="/reports" element={<Reports />} />
        <Route path="/quality" element={<Quality />} />
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
  // Without transitions: signing out clears the cache, and react-admin then refetches the account. These updates
  // would interrupt the transition to the sign-in page again and again, thousands of times.
  return <RouterProvider router={router} useTransitions={false} />;
}
