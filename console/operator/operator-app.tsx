import { Redirect, Route, Switch } from "wouter";
import { texts } from "../texts/en.ts";
import { PageHeader } from "../view/page-header.tsx";
import { AccountScreen } from "./account-screen.tsx";
import { AccountsScreen } from "./accounts-screen.tsx";
import { FailingWebhooksScreen } from "./failing-webhooks-screen.tsx";
import { OverviewScreen } from "./overview-screen.tsx";
import { TaskHistoryScreen } from "./task-history-screen.tsx";
import { TasksScreen } from "./tasks-screen.tsx";

const pages = [
  ["/operator", texts.operator.overview],
  ["/operator/tasks", texts.operator.tasks],
  ["/operator/accounts", texts.operator.accounts],
  ["/operator/webhooks", texts.operator.webhooks],
] as const;

/** The part of the console for a key of the operator: the work of the service and what fails, of all accounts. */
export const OperatorHeader = ({ onSignOut }: { onSignOut: () => void }) => (
  <PageHeader pages={pages} part={texts.operator.label} onSignOut={onSignOut} />
);

export const OperatorScreens = () => (
  <Switch>
    <Route path="/operator">
      <OverviewScreen />
    </Route>
    <Route path="/operator/tasks">
      <TasksScreen />
    </Route>
    <Route path="/operator/tasks/:id">{({ id }) => <TaskHistoryScreen key={id} id={id} />}</Route>
    <Route path="/operator/accounts">
      <AccountsScreen />
    </Route>
    <Route path="/operator/accounts/:id">{({ id }) => <AccountScreen key={id} id={id} />}</Route>
    <Route path="/operator/webhooks">
      <FailingWebhooksScreen />
    </Route>
    <Route>
      <Redirect to="/operator" />
    </Route>
  </Switch>
);
