import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { isOperatorKey } from "../core/accounts/key-kinds.ts";
import { ClientProvider, isUnauthorized } from "./api.tsx";
import { OperatorHeader, OperatorScreens } from "./operator/operator-app.tsx";
import { AccessScreen } from "./screens/access-screen.tsx";
import { EditorScreen } from "./screens/editor-screen.tsx";
import { FontsScreen } from "./screens/fonts-screen.tsx";
import { HomeScreen } from "./screens/home-screen.tsx";
import { NewTaskScreen } from "./screens/new-task-screen.tsx";
import { SignIn } from "./screens/sign-in.tsx";
import { TemplatesScreen } from "./screens/templates-screen.tsx";
import { UsageScreen } from "./screens/usage-screen.tsx";
import { VideoScreen } from "./screens/video-screen.tsx";
import { VideosScreen } from "./screens/videos-screen.tsx";
import { forgetKey, readKey, storeKey } from "./session.ts";
import { texts } from "./texts/en.ts";
import { UploadsProvider } from "./upload/uploads.tsx";
import { PageHeader } from "./view/page-header.tsx";
import { ScreenBoundary } from "./view/screen-boundary.tsx";

const pages = [
  ["/", texts.navigation.home],
  ["/videos", texts.navigation.videos],
  ["/templates", texts.navigation.templates],
  ["/fonts", texts.navigation.fonts],
  ["/usage", texts.navigation.usage],
  ["/access", texts.navigation.access],
] as const;

const Screens = () => (
  <Switch>
    <Route path="/">
      <HomeScreen />
    </Route>
    <Route path="/videos">
      <VideosScreen />
    </Route>
    <Route path="/videos/:videoId">{({ videoId }) => <VideoScreen key={videoId} videoId={videoId} />}</Route>
    <Route path="/videos/:videoId/new">
      {({ videoId }) => <NewTaskScreen key={videoId} videoId={videoId} />}
    </Route>
    <Route path="/videos/:videoId/tasks/:taskId">
      {({ videoId, taskId }) => <EditorScreen key={taskId} videoId={videoId} taskId={taskId} />}
    </Route>
    <Route path="/templates">
      <TemplatesScreen />
    </Route>
    <Route path="/fonts">
      <FontsScreen />
    </Route>
    <Route path="/usage">
      <UsageScreen />
    </Route>
    <Route path="/access">
      <AccessScreen />
    </Route>
    <Route>
      <Redirect to="/" />
    </Route>
  </Switch>
);

/** The screens of an account, and the uploads that continue while the user moves between them. */
const AccountPart = ({ onSignOut }: { onSignOut: () => void }) => (
  <UploadsProvider>
    <PageHeader pages={pages} onSignOut={onSignOut} />
    <Main>
      <Screens />
    </Main>
  </UploadsProvider>
);

const OperatorPart = ({ onSignOut }: { onSignOut: () => void }) => (
  <>
    <OperatorHeader onSignOut={onSignOut} />
    <Main>
      <OperatorScreens />
    </Main>
  </>
);

const Main = ({ children }: { children: ReactNode }) => {
  const [location] = useLocation();
  return (
    <main id="content">
      <ScreenBoundary key={location}>{children}</ScreenBoundary>
    </main>
  );
};

/** The console: the part that belongs to the key of this tab, or the form that asks for one. */
export const App = () => {
  const [key, setKey] = useState(readKey);
  const [reason, setReason] = useState<string | null>(null);
  const queries = useQueryClient();
  const signIn = (given: string) => {
    storeKey(given);
    setKey(given);
  };
  const signOut = useCallback(
    (why: string | null = null) => {
      forgetKey();
      queries.clear();
      setReason(why);
      setKey(null);
    },
    [queries],
  );
  useRejectedKey(useCallback(() => signOut(texts.signIn.ended), [signOut]));
  if (key === null) return <SignIn onKey={signIn} reason={reason} />;
  const Part = isOperatorKey(key) ? OperatorPart : AccountPart;
  return (
    <ClientProvider apiKey={key}>
      <Part onSignOut={() => signOut()} />
    </ClientProvider>
  );
};

/** Calls back when the service no longer accepts the key. */
const useRejectedKey = (onRejected: () => void): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const caches = [queries.getQueryCache(), queries.getMutationCache()];
    const stops = caches.map((cache) =>
      cache.subscribe((event) => {
        const error = "query" in event ? event.query?.state.error : event.mutation?.state.error;
        if (event.type === "updated" && isUnauthorized(error)) onRejected();
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, onRejected]);
};
