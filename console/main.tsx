import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { App } from "./app.tsx";
import { isReadRepeated, readDelayOf } from "./retry-delay.ts";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isReadRepeated, retryDelay: readDelayOf, staleTime: 1_000 },
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
