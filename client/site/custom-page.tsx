import { SiteText } from './text.tsx'

/** A page of the school's own. */
export const CustomPageSite = ({ title, body }: { title: string; body: string }) => (
  <div className="site-stack">
    <h1>{title}</h1>
    <SiteText html={body} />
  </div>
)
