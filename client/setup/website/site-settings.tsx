import { useState } from 'react'
import { languageLabels, languages, siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { listCustomPages } from '#contract/setup/website/endpoints.ts'
import type { CustomPageHead } from '#contract/setup/website/custom-pages.ts'
import {
  sitePages,
  websiteConfiguration,
  type MenuItem,
} from '#contract/setup/period-documents/website-configuration.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { DocumentSheet } from './document-sheet.tsx'
import { StudentSiteAddress } from './student-site.tsx'
import { menuLabel } from './site-preview.tsx'

const f = documentFields<typeof websiteConfiguration>()

/** Opens the settings of the student website: open or not, menu and languages. */
export const SiteSettings = ({ periodId }: { periodId: number }) => {
  const readPages = useAsk(listCustomPages, { params: { id: periodId } }, afresh)
  const pages = readPages.data ?? []
  return (
    <DocumentSheet
      label="Site settings…"
      title="Site settings"
      periodId={periodId}
      document={websiteConfiguration}
      refreshes={[websiteConfiguration.get]}
      needs={readPages}
      additions={{
        shown: (saved) => ({ ...saved, menu: fullMenu(saved.menu, pages) }),
        saved: (shown, read) => ({ ...shown, menu: savedMenu(shown.menu, read.menu) }),
      }}
    >
      <div className="col-span-6">
        <StudentSiteAddress periodId={periodId} />
      </div>
      <f.Checkbox name="is_live" label="Open the site to students" />
      <Languages />
      <Menu pages={pages} />
    </DocumentSheet>
  )
}

/** Offers the languages of the site, and those that were saved before, so that they can be unchecked. */
const Languages = () => {
  const { getValues } = f.useForm()
  const [saved] = useState(() => getValues('languages'))
  const offered = languages.filter(
    (one) => saved.includes(one) || siteLanguages.some((language) => language === one),
  )
  return <f.Checks name="languages" options={offered} labels={languageLabels} isRow />
}

/** Returns a menu item for every page; pages no longer in the menu are at the end, hidden. */
const fullMenu = (menu: readonly MenuItem[], pages: readonly CustomPageHead[]): MenuItem[] => {
  const known = menu.filter((item) => menuLabel({ ...item, label: null }, pages) !== null)
  const missing = [...sitePages, ...pages.map(({ key }) => key)].filter((key) =>
    known.every((item) => item.key !== key),
  )
  return [...known, ...missing.map((key) => ({ key, label: null, is_visible: false }))]
}

/**
 * Returns the menu without the pages that only the form listed, unless someone changed them, and with the items of
 * removed pages, which an undo may restore.
 */
const savedMenu = (shown: readonly MenuItem[], read: readonly MenuItem[]): MenuItem[] => {
  const last = shown.findLastIndex(
    ({ key, label, es, is_visible }) =>
      is_visible || label || es?.label || read.some((item) => item.key === key),
  )
  const menu = shown.slice(0, last + 1)
  for (const [index, item] of read.entries())
    if (menu.every(({ key }) => key !== item.key))
      menu.splice(menu.findIndex(({ key }) => key === read[index - 1]?.key) + 1, 0, item)
  return menu
}

interface MenuProps {
  pages: readonly CustomPageHead[]
}

const Menu = ({ pages }: MenuProps) => {
  const { getValues } = f.useForm()
  const keyAt = (index: number): string => getValues(`menu.${index}.key`)
  return (
    <>
      <h3 className="col-span-6 text-label font-medium">Menu</h3>
      <f.List
        name="menu"
        one="page"
        none="No pages yet."
        isFixed
        empty={() => ({ key: '', label: null, is_visible: false })}
      >
        {(index) => (
          <>
            <f.Text
              name={`menu.${index}.label`}
              label={menuLabel({ key: keyAt(index), label: null, is_visible: true }, pages) ?? 'Page'}
              placeholder="Use the page title"
              width="wide"
            />
            <div className="col-span-6 sm:col-span-2 sm:mt-6">
              <f.Checkbox name={`menu.${index}.is_visible`} label="Show in menu" />
            </div>
          </>
        )}
      </f.List>
    </>
  )
}
