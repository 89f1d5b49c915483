import { useState, type ReactNode } from 'react'
import { schoolColors, themeLabels, themes, type SchoolColors, type Theme } from '#contract/schools/colors.ts'
import { getSchool } from '#contract/schools/endpoints.ts'
import { listCustomPages } from '#contract/website/endpoints.ts'
import type { CustomPageHead } from '#contract/website/custom-pages.ts'
import {
  isSitePage,
  sitePageLabels,
  websiteConfiguration,
  type MenuItem,
} from '#contract/website/website-configuration.ts'
import type { SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useAsk } from '#client/lib/query.ts'
import { SiteFrame, type SiteFrameProps, type SiteLink } from '#client/site/frame.tsx'
import { cx } from '#client/ui/cx.ts'
import { Segmented } from '#client/ui/controls/segmented.tsx'

const themeChoices = themes.map((value) => ({ value, label: themeLabels[value] }))
const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

/** What a place of the menu is called; null for a custom page that is gone. */
export const menuLabel = ({ key, label }: MenuItem, pages: readonly CustomPageHead[]): string | null =>
  label || (isSitePage(key) ? sitePageLabels[key] : (pages.find((page) => page.key === key)?.title ?? null))

/** The menu as students would see it; in a preview it leads nowhere. */
const linksOf = (menu: readonly MenuItem[], pages: readonly CustomPageHead[]): readonly SiteLink[] =>
  menu
    .filter(({ is_visible }) => is_visible)
    .flatMap((item) => {
      const label = menuLabel(item, pages)
      return label === null ? [] : [{ key: item.key, label, href: null }]
    })

/** The colors of a school, as they are read: both themes whole. */
const asColors = (colors: object): SchoolColors | null => schoolColors.safeParse(colors).data ?? null

interface SitePreviewProps extends Pick<SiteFrameProps, 'current' | 'announcement'> {
  place: SetUpPlace
  children: ReactNode
}

/** A page of the student site as it would be with what is typed, at the width of a desktop or a phone. */
export const SitePreview = ({ place, children, ...frame }: SitePreviewProps) => {
  const [width, setWidth] = useState<'desktop' | 'phone'>('phone')
  const [theme, setTheme] = useState<Theme>('light')
  const { data: school } = useAsk(getSchool, { params: { id: place.school } })
  const params = { id: place.period }
  const { data: configuration } = useAsk(websiteConfiguration.get, { params })
  const { data: pages } = useAsk(listCustomPages, { params })
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-2 border-line p-4 max-xl:border-t xl:sticky xl:top-12 xl:max-h-[calc(100dvh-4rem)] xl:self-start xl:border-l"
    >
      <div className="flex flex-wrap gap-2">
        <Segmented label="Preview" options={widths} value={width} onChange={setWidth} />
        <Segmented label="Colors" options={themeChoices} value={theme} onChange={setTheme} />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
        tabIndex={0}
        aria-label="The page as students see it"
        className="min-h-0 overflow-auto rounded-card shadow-line"
      >
        <div className={cx(width === 'desktop' ? 'w-[1024px] [zoom:0.375]' : 'mx-auto max-w-[390px]')}>
          <SiteFrame
            school={school?.name ?? ''}
            logo={school?.logo_url ?? null}
            colors={school ? asColors(school.colors) : null}
            theme={theme}
            menu={linksOf(configuration?.menu ?? [], pages ?? [])}
            {...frame}
          >
            {children}
          </SiteFrame>
        </div>
      </section>
    </section>
  )
}
