import type { CSSProperties, ReactNode } from 'react'
import type { Tone } from '#contract/website/parts.ts'
import './site.css'

/** The school's colors, as CSS colors; without them the site has its own. */
export interface SiteColors {
  readonly accent: string
  readonly onAccent: string
}

/** A place in the menu of the site. Without an address (in a preview) it leads nowhere. */
export interface SiteLink {
  readonly key: string
  readonly label: string
  readonly href: string | null
}

export interface SiteFrameProps {
  school: string
  menu: readonly SiteLink[]
  /** The key of the page that is shown. */
  current: string
  announcement?: { readonly text: string; readonly tone: Tone } | null
  colors?: SiteColors | null
  children: ReactNode
}

const colorsOf = ({ accent, onAccent }: SiteColors): CSSProperties =>
  Object.fromEntries([
    ['--site-accent', accent],
    ['--site-on-accent', onAccent],
  ])

/** Around every page of the student site: the school, the menu, and what is announced. */
export const SiteFrame = ({ school, menu, current, announcement, colors, children }: SiteFrameProps) => (
  <div className="site" {...(colors ? { style: colorsOf(colors) } : {})}>
    <div className="site-head">
      <span className="site-name">{school}</span>
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
  </div>
)

const toneWords: Record<Tone, string> = { info: 'Note', warning: 'Please note', danger: 'Important' }

/** Something said loud: its tone in a word as well as in a color. */
export const SiteNotice = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <div className="site-notice" data-tone={tone}>
    <b>{toneWords[tone]}:</b> {children}
  </div>
)
