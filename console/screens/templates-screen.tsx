import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";
import { TemplatePreview } from "../view/template-preview.tsx";

export const TemplatesScreen = () => {
  const templates = useOperation("listTemplates", {});
  return (
    <>
      <h1>{texts.templates.title}</h1>
      <QueryProblem query={templates} />
      <ul className="templates">
        {templates.data?.map((template) => (
          <li key={template.id}>
            <TemplatePreview template={template} />
            <h2>{template.name}</h2>
            <p className="hint">{template.categories.join(", ")}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
