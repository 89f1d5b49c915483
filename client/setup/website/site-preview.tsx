import '#client/setup/site/site.css'
import { useState, type ReactNode } from 'react'
import { schoolColors, themeLabels, themes, type Theme } from '#contract/setup/schools/colors.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import { listCustomPages } from '#contract/setup/website/endpoints.ts'
import type { CustomPageHead } from '#contract/setup/website/custom-pages.ts'
import {
  isSitePage,
  sitePageLabels,
  websiteConfiguration,
  type MenuItem,
} from '#contract/setup/period-documents/website-configuration.ts'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { SiteFrame, type SiteFrameProps, type SiteLink } from '#client/setup/site/frame.tsx'
import type { Translator } from '#contract/platform/translation.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { SiteLanguageContext, wordsIn } from '#client/setup/site/words/words.ts'
import { EnglishTextsContext, SiteTextContext } from '#client/setup/site/text.tsx'
import { renderTypedText } from '#client/setup/site/typed-text.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'

const themeChoices = themes.map((value) => ({ value, label: themeLabels[value] }))
const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

/** Returns the label of a menu item; null for a custom page that was removed. */
export const menuLabel = ({ key, label }: MenuItem, pages: readonly CustomPageHead[]): string | null =>
  label || (isSitePage(key) ? sitePageLabels[key] : (pages.find((page) => page.key === key)?.title ?? null))

/** Renders the menu as students would see it; in a preview without links. */
const linksOf = (
  menu: readonly MenuItem[],
  pages: readonly CustomPageHead[],
  language: SiteLanguage,
): readonly SiteLink[] =>
  menu
    .filter(({ is_visible }) => is_visible)
    .flatMap((item) => {
      const own = (language === 'en' ? null : item.es?.label) ?? item.label
      const usual = isSitePage(item.key) ? wordsIn(language).pages[item.key] : null
      const label = own || (usual ?? menuLabel(item, pages))
      return label === null ? [] : [{ key: item.key, label, href: null }]
    })

/** Loads the name, logo and colors of a school. */
const useSiteSchool = (schoolId: number): Pick<SiteFrameProps, 'school' | 'logo' | 'colors'> => {
  const { data } = useAsk(getSchool, { params: { id: schoolId } })
  if (!data) return { school: '', logo: null, colors: null }
  return { school: data.name, logo: data.logo_url, colors: schoolColors.safeParse(data.colors).data ?? null }
}

interface SitePreviewProps extends Pick<SiteFrameProps, 'current' | 'announcement'> {
  place: SetUpPlace
  language: SiteLanguage
  /** What put the content into the language. */
  texts: Translator
  /** Other choices of what it shows. */
  tools?: ReactNode
  /** What it's for. */
  note?: string | undefined
  children: ReactNode
}

/** Renders a preview of a student website page with the typed content, at the width of a desktop or phone. */
export const SitePreview = (props: SitePreviewProps) => {
  const { place, language, texts, tools, note, children, ...frame } = props
  const [width, setWidth] = useState<'desktop' | 'phone'>('phone')
  const [theme, setTheme] = useState<Theme>('light')
  const params = { id: place.period }
  const { data: configuration } = useAsk(websiteConfiguration.get, { params })
  const { data: pages } = useAsk(listCustomPages, { params })
  return (
    <section aria-label="Preview" className="border-line max-xl:border-t xl:border-l">
      <div className="flex flex-col gap-2 p-4 xl:sticky xl:top-12 xl:max-h-[calc(100dvh-4rem)]">
        <div className="flex flex-wrap gap-2">
          <Segmented label="Preview" options={widths} value={width} onChange={setWidth} />
          <Segmented label="Colors" options={themeChoices} value={theme} onChange={setTheme} />
          {tools}
        </div>
        {note !== undefined && <p className="text-label text-ink-3">{note}</p>}
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard
          tabIndex={0}
          aria-label="Page preview"
          className="min-h-0 overflow-auto rounded-card shadow-line"
        >
          <div className={cx(width === 'desktop' ? 'w-[1024px] [zoom:0.375]' : 'mx-auto max-w-[390px]')}>
            <SitePageIn
              {...frame}
              {...{ theme, texts, language }}
              school={place.school}
              menu={linksOf(configuration?.menu ?? [], pages ?? [], language)}
            >
              {children}
            </SitePageIn>
          </div>
        </section>
      </div>
    </section>
  )
}

interface SitePageInProps extends Pick<SiteFrameProps, 'current' | 'announcement' | 'menu'> {
  /** The ID of the school. */
  school: number
  theme?: Theme
  language: SiteLanguage
  texts: Translator
  children: ReactNode
}

/** Renders a page of a school’s site with its name, logo and colors, and its texts in a language. */
export const SitePageIn = ({ school, theme = 'light', language, texts, ...page }: SitePageInProps) => (
  <SiteLanguageContext value={language}>
    <SiteTextContext value={renderTypedText}>
      <EnglishTextsContext value={texts.inEnglish}>
        <SiteFrame {...useSiteSchool(school)} {...page} theme={theme} />
      </EnglishTextsContext>
    </SiteTextContext>
  </SiteLanguageContext>
)
