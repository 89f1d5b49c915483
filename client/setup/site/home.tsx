import type { Content } from '#contract/platform/document.ts'
import type { homePage } from '#contract/setup/period-documents/home-page.ts'
import { SiteSections, SiteText } from './text.tsx'

interface HomeSiteProps {
  school: string
  content: Content<(typeof homePage)['content']['shape']>
  /** The paths of the two forms; null for no link. */
  enrollHref: string | null
  waiveHref: string | null
}

const Act = ({ href, label, quiet }: { href: string | null; label: string; quiet?: boolean }) => (
  <a className="site-act" {...(href === null ? {} : { href })} {...(quiet ? { 'data-quiet': '' } : {})}>
    {label}
  </a>
)

/** Renders the home page of the student website. */
export const HomeSite = ({ school, content, enrollHref, waiveHref }: HomeSiteProps) => (
  <>
    {content.image.src && (
      <img className="site-hero-image" src={content.image.src} alt={content.image.alt ?? ''} />
    )}
    <div className="site-stack">
      <h1>{content.headline || `Student health insurance at ${school}`}</h1>
      <SiteText html={content.intro} />
    </div>
    <div className="site-acts">
      <Act href={enrollHref} label={content.enroll_label || 'Enroll'} />
      <Act href={waiveHref} label={content.waive_label || 'Waive coverage'} quiet />
    </div>
    <SiteSections sections={content.sections} />
  </>
)
