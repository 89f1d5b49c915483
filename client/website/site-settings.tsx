import { languageLabels, languages } from '#contract/periods/waiver-choices.ts'
import type { ContentOf } from '#contract/periods/document.ts'
import {
  getWebsiteConfiguration,
  listCustomPages,
  replaceWebsiteConfiguration,
} from '#contract/website/endpoints.ts'
import type { CustomPageHead } from '#contract/website/custom-pages.ts'
import { sitePages, websiteConfiguration, type MenuItem } from '#contract/website/website-configuration.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { DocumentSheet, SheetForm } from './document-sheet.tsx'
import { menuLabel } from './site-preview.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<ContentOf<typeof websiteConfiguration>>()

/** Opens whether the student site is open, its menu and its languages. */
export const SiteSettings = ({ place }: { place: SetUpPlace }) => (
  <DocumentSheet label="Menu and languages…" title="Student website">
    <Settings periodId={place.period} />
  </DocumentSheet>
)

const Settings = ({ periodId }: { periodId: number }) => {
  const params = { id: periodId }
  const read = useAsk(getWebsiteConfiguration, { params }, afresh)
  const pages = useAsk(listCustomPages, { params }, afresh)
  const error = read.error ?? pages.error
  if (read.data && pages.data && read.isFetchedAfterMount && pages.isFetchedAfterMount)
    return <SettingsForm periodId={periodId} record={read.data} pages={pages.data} />
  return error ? (
    <FailedState
      compact
      error={error}
      what="The student website"
      who="Only Shipmate Admins set up a policy year."
      onRetry={() => void Promise.all([read.refetch(), pages.refetch()])}
    />
  ) : (
    <SkeletonRows rows={6} label="Loading the student website" />
  )
}

/** Every page has a place in the menu; what is in it no more stands at the end, not shown. */
const wholeMenu = (menu: readonly MenuItem[], pages: readonly CustomPageHead[]): MenuItem[] => {
  const known = menu.filter((item) => menuLabel({ ...item, label: null }, pages) !== null)
  const missing = [...sitePages, ...pages.map(({ key }) => key)].filter((key) =>
    known.every((item) => item.key !== key),
  )
  return [...known, ...missing.map((key) => ({ key, label: null, is_visible: false }))]
}

type Shape = (typeof websiteConfiguration)['content']['shape']

interface SettingsFormProps {
  periodId: number
  record: Versioned<Shape>
  pages: readonly CustomPageHead[]
}

const SettingsForm = ({ periodId, record, pages }: SettingsFormProps) => {
  const { send } = useSend(replaceWebsiteConfiguration, {
    refreshes: [getWebsiteConfiguration, ...showsDocuments],
    quiet: true,
  })
  const edit = useDocumentEdit({
    document: websiteConfiguration,
    periodId,
    schema: replaceWebsiteConfiguration.body,
    record: { ...record, menu: wholeMenu(record.menu, pages) },
    labels: { is_live: 'Open to students', menu: 'Menu', languages: 'Languages' },
    save: async (body) => (await send({ params: { id: periodId }, body })).reply,
  })
  return (
    <SheetForm periodId={periodId} document={websiteConfiguration} edit={edit}>
      <f.Checkbox name="is_live" label="The site is open to students" />
      <f.Checks name="languages" label="Languages" options={languages} labels={languageLabels} isRow />
      <Menu pages={pages} />
    </SheetForm>
  )
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
        none="No page yet."
        isFixed
        empty={() => ({ key: '', label: null, is_visible: false })}
      >
        {(index) => (
          <>
            <f.Text
              name={`menu.${index}.label`}
              label={menuLabel({ key: keyAt(index), label: null, is_visible: true }, pages) ?? 'Page'}
              placeholder="Its own title"
              width="wide"
            />
            <div className="col-span-2 mt-6">
              <f.Checkbox name={`menu.${index}.is_visible`} label="Shown" />
            </div>
          </>
        )}
      </f.List>
    </>
  )
}
