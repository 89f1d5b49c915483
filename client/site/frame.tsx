import type { ReactNode } from 'react'
import { usualColors, type SchoolColors, type Theme } from '#contract/schools/colors.ts'
import type { Tone } from '#contract/website/parts.ts'
import { lookOf } from './look.ts'
import './site.css'

/** A place in the menu of the site. Without an address (in a preview) it leads nowhere. */
export interface SiteLink {
  readonly key: string
  readonly label: string
  readonly href: string | null
}

export interface SiteFrameProps {
  school: string
  /** Address of its logo. */
  logo?: string | null
  menu: readonly SiteLink[]
  /** The key of the page that is shown. */
  current: string
  announcement?: { readonly text: string; readonly tone: Tone } | null
  /** The school's own; until they are known, those that a school has before it has chosen. */
  colors?: SchoolColors | null
  /** As the device of a student is set. */
  theme?: Theme
  children: ReactNode
}

/** Around every page of the student site: the school, the menu, and what is announced. */
export const SiteFrame = ({ colors, theme = 'light', ...page }: SiteFrameProps) => (
  <div className="site" data-theme={theme} style={lookOf(theme, (colors ?? usualColors)[theme])}>
    <SitePage {...page} />
  </div>
)

const SitePage = ({
  school,
  logo = null,
  menu,
  current,
  announcement,
  children,
}: Omit<SiteFrameProps, 'colors' | 'theme'>) => (
  <>
    <div className="site-head">
      <span className="site-name">
        {logo !== null && <img src={logo} alt="" />}
        {school}
      </span>
      <nav className="site-menu" aria-label="Student site">
        {menu.map(({ key, label, href }) => (
          <a
            key={key}
            {...(href === null ? {} : { href })}
            {...(key === current ? { 'aria-current': 'page' as const } : {})}
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
    {announcement && <SiteNotice tone={announcement.tone}>{announcement.text}</SiteNotice>}
    <div className="site-body">{children}</div>
  </>
)

const toneWords: Record<Tone, string> = { info: 'Note', warning: 'Please note', danger: 'Important' }

/** Something said loud: its tone in a word as well as in a color. */
export const SiteNotice = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <div className="site-notice" data-tone={tone}>
    <b>{toneWords[tone]}:</b> {children}
  </div>
)
