import { Link, useLocation } from "wouter";
import { texts } from "../texts/en.ts";

interface PageHeaderProps {
  /** Paths and names of the screens. */
  pages: readonly (readonly [path: string, name: string])[];
  /** Name of a part of the console that is not the account's. */
  part?: string;
  onSignOut: () => void;
}

/** The first of the paths that the location is, or is below; that of the deepest one. */
const currentOf = (location: string, pages: PageHeaderProps["pages"]): string | undefined =>
  pages
    .map(([path]) => path)
    .filter((path) => location === path || (path !== "/" && location.startsWith(`${path}/`)))
    .toSorted((left, right) => right.length - left.length)[0];

/** The name of the product, and the screens of its part. */
export const PageHeader = ({ pages, part, onSignOut }: PageHeaderProps) => {
  const [location] = useLocation();
  const current = currentOf(location, pages);
  return (
    <header className="page-header">
      <a className="skip" href="#content">
        {texts.navigation.skip}
      </a>
      <strong>
        {texts.product}
        {part !== undefined && <span className="part"> {part}</span>}
      </strong>
      <nav aria-label={texts.navigation.label}>
        {pages.map(([path, name]) => (
          <Link key={path} href={path} aria-current={current === path ? "page" : undefined}>
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
