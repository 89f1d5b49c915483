import { languageLabels, languages } from '#contract/periods/waiver-choices.ts'
import type { Content } from '#contract/periods/document.ts'
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
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { DocumentSheet, SheetForm } from './document-sheet.tsx'
import { menuLabel } from './site-preview.tsx'

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
  const { form } = edit
  return (
    <SheetForm periodId={periodId} document={websiteConfiguration} edit={edit}>
      <CheckboxField form={form} name="is_live" label="The site is open to students" className="col-span-6" />
      <ChecksField
        form={form}
        name="languages"
        label="Languages"
        options={languages}
        labels={languageLabels}
        isRow
        className="col-span-6"
      />
      <Menu form={form} pages={pages} />
    </SheetForm>
  )
}

interface MenuProps {
  form: RecordForm<Content<Shape>>
  pages: readonly CustomPageHead[]
}

const Menu = ({ form, pages }: MenuProps) => {
  const keyAt = (index: number): string => form.methods.getValues(`menu.${index}.key`)
  return (
    <>
      <h3 className="col-span-6 text-label font-medium">Menu</h3>
      <ListField
        form={form}
        name="menu"
        one="page"
        none="No page yet."
        isFixed
        empty={() => ({ key: '', label: null, is_visible: false })}
      >
        {(index) => (
          <>
            <TextField
              form={form}
              name={`menu.${index}.label`}
              label={menuLabel({ key: keyAt(index), label: null, is_visible: true }, pages) ?? 'Page'}
              placeholder="Its own title"
              className="col-span-4"
            />
            <CheckboxField
              form={form}
              name={`menu.${index}.is_visible`}
              label="Shown"
              className="col-span-2 mt-6"
            />
          </>
        )}
      </ListField>
    </>
  )
}
