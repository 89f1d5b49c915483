import type { ReactNode } from 'react'
import { defaultColors, type SchoolColors, type Theme } from '#contract/setup/schools/colors.ts'
import type { Tone } from '#contract/setup/period-documents/parts.ts'
import { siteVariables } from './theme-variables.ts'
import { OfficeText } from './text.tsx'
import { useWords, wordsIn, type SiteLanguage } from './words/words.ts'

/** An item in the website menu. Without a path (in a preview) it isn't a link. */
export interface SiteLink {
  readonly key: string
  readonly label: string
  readonly href: string | null
}

/** The same page in another language. */
interface LanguageLink {
  readonly language: SiteLanguage
  readonly href: string
}

interface SitePageProps {
  school: string
  /** The URL of its logo. */
  logo?: string | null
  /** The path of the home page. */
  homeHref?: string | null
  menu: readonly SiteLink[]
  /** The key of the current page. */
  current: string
  /** What Shipmate says on every page. */
  notice?: string | null
  announcement?: { readonly text: string; readonly tone: Tone } | null
  /** The other languages of the page. */
  languages?: readonly LanguageLink[]
  /** The element of the content: a page has one `main`, a preview of it has none. */
  body?: 'main' | 'div'
  children: ReactNode
}

export interface SiteFrameProps extends SitePageProps {
  /** The school's colors; until they're loaded, the default ones. */
  colors?: SchoolColors | null
  /** The theme of the student's device. */
  theme: Theme
}

/** Renders a page of the student website in a preview, with the school’s colors in one theme. */
export const SiteFrame = ({ colors, theme, ...page }: SiteFrameProps) => (
  <div className="site" data-theme={theme} style={siteVariables(colors ?? defaultColors)}>
    <SitePage {...page} />
  </div>
)

/** Renders what every page of the student website has: the school, the menu, a notice, and the announcement. */
export const SitePage = ({ notice, announcement, body: Body = 'div', children, ...head }: SitePageProps) => (
  <>
    <SiteHead {...head} />
    {notice != null && <SiteNotice tone="warning">{notice}</SiteNotice>}
    {announcement && (
      <SiteNotice tone={announcement.tone}>
        <OfficeText text={announcement.text} />
      </SiteNotice>
    )}
    <Body className="site-body" {...(Body === 'main' ? { id: 'content' } : {})}>
      {children}
    </Body>
  </>
)

const SiteHead = ({
  school,
  logo = null,
  homeHref = null,
  menu,
  current,
  languages,
}: Omit<SitePageProps, 'notice' | 'announcement' | 'body' | 'children'>) => {
  const words = useWords()
  return (
    <header className="site-head">
      <a className="site-name" {...(homeHref === null ? {} : { href: homeHref })}>
        {logo !== null && <img src={logo} alt="" />}
        {school}
      </a>
      {languages?.map(({ language, href }) => (
        <a key={language} className="site-language" href={href} lang={language} hrefLang={language}>
          {wordsIn(language).language}
        </a>
      ))}
      <nav className="site-menu" aria-label={words.menu}>
        {menu.map(({ key, label, href }) => (
          <a
            key={key}
            {...(href === null ? {} : { href })}
            {...(key === current ? { 'aria-current': 'page' as const } : {})}
          >
            <OfficeText text={label} />
          </a>
        ))}
      </nav>
    </header>
  )
}

/** Renders an announcement with its tone as text and color. */
export const SiteNotice = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <div className="site-notice" data-tone={tone}>
    <b>{useWords().tones[tone]}:</b> {children}
  </div>
)
