import '#client/setup/site/site.css'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import {
  themeLabels,
  themes,
  type Palette,
  type SchoolColors,
  type Theme,
} from '#contract/setup/schools/colors.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { SiteFrame } from '#client/setup/site/frame.tsx'
import { HomeSite } from '#client/setup/site/home.tsx'
import { SiteTextContext } from '#client/setup/site/text.tsx'
import { renderTypedText } from '#client/setup/site/typed-text.tsx'
import { isColor } from './color-text.ts'

interface PreviewProps {
  school: School
  colors: SchoolColors
}

/** Renders the student website in light and dark mode. Decorative: the contrast is stated next to the fields. */
export const ColorsPreview = ({ school, colors }: PreviewProps) => {
  const typed = {
    light: shown(colors.light, school.colors.light),
    dark: shown(colors.dark, school.colors.dark),
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {themes.map((theme) => (
        <figure key={theme} className="min-w-0">
          <figcaption className="mb-1 text-label font-medium text-ink-2">{themeLabels[theme]}</figcaption>
          <Site name={school.name} theme={theme} colors={typed} />
        </figure>
      ))}
    </div>
  )
}

/** While a color is being typed, the saved one is shown. */
const shown = (typed: Palette, saved: Readonly<Record<string, string>>): Palette => ({
  ...typed,
  ...Object.fromEntries(
    Object.entries(typed).map(([name, color]) => [name, isColor(color) ? color : saved[name]]),
  ),
})

const menu = ['Home', 'Plan', 'Contact'].map((label) => ({ key: label, label, href: null }))
const announcement = {
  text: 'Waivers are due 09/15. See how to waive.',
  tone: 'info',
} as const

const page = {
  ...homePage.empty,
  headline: 'Student health insurance',
  intro: '<p>Already covered? Waive the plan with proof of your own coverage.</p>',
}

interface SiteProps {
  name: string
  theme: Theme
  colors: SchoolColors
}

const noLink = () => null

/** Renders the student website at phone width, scaled down. */
const Site = ({ name, theme, colors }: SiteProps) => (
  <div inert className="overflow-hidden rounded-card shadow-line">
    <div className="[zoom:0.8]">
      <SiteTextContext value={renderTypedText}>
        <SiteFrame school={name} theme={theme} colors={colors} current="Home" {...{ menu, announcement }}>
          <HomeSite school={name} content={page} hrefOf={noLink} facts={null} />
        </SiteFrame>
      </SiteTextContext>
    </div>
  </div>
)
