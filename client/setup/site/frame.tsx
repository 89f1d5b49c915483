import type { ReactNode } from 'react'
import { defaultColors, type SchoolColors, type Theme } from '#contract/setup/schools/colors.ts'
import type { Tone } from '#contract/setup/period-documents/parts.ts'
import { themeVariables } from './theme-variables.ts'
import './site.css'

/** An item in the website menu. Without a path (in a preview) it isn't a link. */
export interface SiteLink {
  readonly key: string
  readonly label: string
  readonly href: string | null
}

export interface SiteFrameProps {
  school: string
  /** The URL of its logo. */
  logo?: string | null
  menu: readonly SiteLink[]
  /** The key of the current page. */
  current: string
  announcement?: { readonly text: string; readonly tone: Tone } | null
  /** The school's colors; until they're loaded, the default ones. */
  colors?: SchoolColors | null
  /** The theme of the student's device. */
  theme?: Theme
  children: ReactNode
}

/** Renders every page of the student website: the school, the menu, and the announcement. */
export const SiteFrame = ({ colors, theme = 'light', ...page }: SiteFrameProps) => (
  <div className="site" data-theme={theme} style={themeVariables(theme, (colors ?? defaultColors)[theme])}>
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
      <nav className="site-menu" aria-label="Main menu">
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

const toneLabels: Record<Tone, string> = { info: 'Note', warning: 'Please note', danger: 'Important' }

/** Renders an announcement with its tone as text and color. */
export const SiteNotice = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <div className="site-notice" data-tone={tone}>
    <b>{toneLabels[tone]}:</b> {children}
  </div>
)
