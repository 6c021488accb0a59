import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { App } from "./app.tsx";

const queryClient = new QueryClient({
  defaultOptions: {
    // A rejected request is rejected again; what the network has lost is tried again.
    queries: {
      retry: (count, error) => error instanceof TypeError && count < 5,
      staleTime: 1_000,
    },
  },
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the ID root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console">
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
