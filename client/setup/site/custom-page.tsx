import { OfficeText, SiteText } from './text.tsx'

/** Renders a custom page of the school. */
export const CustomPageSite = ({ title, body }: { title: string; body: string }) => (
  <div className="site-stack">
    <h1>
      <OfficeText text={title} />
    </h1>
    <SiteText html={body} />
  </div>
)
