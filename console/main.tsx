import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { App } from "./app.tsx";

const queryClient = new QueryClient({
  defaultOptions: {
    // Retries requests that failed in the network, not those that the API rejected.
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
