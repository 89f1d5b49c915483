import { themeLabels, themes, type Palette, type SchoolColors, type Theme } from '#contract/schools/colors.ts'
import type { School } from '#contract/schools/shapes.ts'
import { isColor } from './color-words.ts'

interface PreviewProps {
  school: School
  colors: SchoolColors
}

/** How the student website looks in light and in dark. Decoration: contrasts stand in words beside the fields. */
export const ColorsPreview = ({ school, colors }: PreviewProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {themes.map((theme) => (
      <figure key={theme} className="min-w-0">
        <figcaption className="mb-1 text-label font-medium text-ink-2">{themeLabels[theme]}</figcaption>
        <Site name={school.name} theme={theme} palette={shown(colors[theme], school.colors[theme])} />
      </figure>
    ))}
  </div>
)

/** While a color is being typed, the saved one stands for it. */
const shown = (typed: Palette, saved: Readonly<Record<string, string>>): Palette => ({
  ...typed,
  ...Object.fromEntries(
    Object.entries(typed).map(([name, color]) => [name, isColor(color) ? color : saved[name]]),
  ),
})

const grounds: Record<Theme, { page: string; text: string }> = {
  light: { page: '#ffffff', text: '#1c2622' },
  dark: { page: '#141b18', text: '#e8efec' },
}

interface SiteProps {
  name: string
  theme: Theme
  palette: Palette
}

const Site = ({ name, theme, palette }: SiteProps) => (
  <div
    aria-hidden
    className="overflow-hidden rounded-card shadow-line"
    style={{ backgroundColor: grounds[theme].page }}
  >
    <div
      className="flex items-center justify-between gap-3 px-4 py-3"
      style={{ backgroundColor: palette.primary, color: palette.on_primary }}
    >
      <span className="truncate font-semibold">{name}</span>
      <span className="shrink-0 text-label">Plan · FAQs · Contact</span>
    </div>
    <div
      className="px-4 py-2.5 text-label"
      style={{ backgroundColor: palette.banner, color: palette.on_banner }}
    >
      Waivers are due on 09/15. After that day you are enrolled.
    </div>
    <div className="flex flex-col items-start gap-3 p-4" style={{ color: grounds[theme].text }}>
      <p className="font-semibold">Student health insurance</p>
      <p className="text-label">Already covered? Show us your plan, and you need not pay for ours.</p>
      <span
        className="inline-flex h-8 items-center rounded-control px-3 font-medium"
        style={{ backgroundColor: palette.accent, color: palette.on_accent }}
      >
        Waive coverage
      </span>
    </div>
  </div>
)
