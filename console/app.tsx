import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { ClientProvider } from "./api.tsx";
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
import { ScreenBoundary } from "./view/screen-boundary.tsx";

const pages = [
  ["/", texts.navigation.home],
  ["/videos", texts.navigation.videos],
  ["/templates", texts.navigation.templates],
  ["/fonts", texts.navigation.fonts],
  ["/usage", texts.navigation.usage],
  ["/access", texts.navigation.access],
] as const;

const Header = ({ onSignOut }: { onSignOut: () => void }) => {
  const [location] = useLocation();
  return (
    <header className="page-header">
      <a className="skip" href="#content">
        {texts.navigation.skip}
      </a>
      <strong>{texts.product}</strong>
      <nav aria-label={texts.navigation.label}>
        {pages.map(([path, name]) => (
          <Link key={path} href={path} aria-current={location === path ? "page" : undefined}>
            {name}
          </Link>
        ))}
        <a href="/docs">{texts.navigation.documentation}</a>
      </nav>
      <button type="button" className="quiet" onClick={onSignOut}>
        {texts.navigation.signOut}
      </button>
    </header>
  );
};

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

export const App = () => {
  const [key, setKey] = useState(readKey);
  const [location] = useLocation();
  const queries = useQueryClient();
  const signIn = (given: string) => {
    storeKey(given);
    setKey(given);
  };
  const signOut = () => {
    forgetKey();
    queries.clear();
    setKey(null);
  };
  if (key === null) return <SignIn onKey={signIn} />;
  return (
    <ClientProvider apiKey={key}>
      <UploadsProvider>
        <Header onSignOut={signOut} />
        <main id="content">
          <ScreenBoundary key={location}>
            <Screens />
          </ScreenBoundary>
        </main>
      </UploadsProvider>
    </ClientProvider>
  );
};
