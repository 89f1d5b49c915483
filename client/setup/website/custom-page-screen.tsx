import * as z from 'zod/mini'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Compass, Files, Plus, Trash2 } from 'lucide-react'
import {
  createCustomPage,
  getCustomPage,
  listCustomPages,
  removeCustomPage,
  replaceCustomPage,
} from '#contract/setup/website/endpoints.ts'
import {
  pageTexts,
  slug,
  type CustomPage,
  type CustomPageHead,
} from '#contract/setup/website/custom-pages.ts'
import {
  DocumentPage,
  DocumentStates,
  type SetUpPlace,
} from '#client/setup/period-documents/document-page.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { WebsiteTabs } from './website-tabs.tsx'
import { periodDocument } from '#contract/setup/period-documents/document.ts'
import { listPeriodHistory } from '#contract/setup/periods/endpoints.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { call } from '#client/platform/lib/call.ts'
import { plainWords, type DocumentWords } from '#client/platform/history/document-text.ts'
import { PickPictureContext } from '#client/setup/period-documents/office-texts.tsx'
import { useDocumentEdit } from '#client/setup/period-documents/use-document-edit.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { CustomPageSite } from '#client/setup/site/custom-page.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { PageOrder } from './page-order.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { usePickPicture } from './use-pick-picture.ts'
import { ViewSite } from './student-site.tsx'
import { PagePreview } from './website-screen.tsx'

const title = 'Custom pages'

const CustomPageScreen = () => {
  const { school, period, order } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(listCustomPages, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={title} tabs={<WebsiteTabs />} read={read}>
      {(pages) => <PageAtPosition place={place} pages={pages} order={Number(order)} />}
    </DocumentStates>
  )
}

interface PageAtPositionProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  order: number
}

/** Renders the page at a position in the order; not found beyond the end. */
const PageAtPosition = ({ place, pages, order }: PageAtPositionProps) => {
  const head = pages.find((page) => page.order === order)
  if (head) return <OnePage key={head.id} place={place} pages={pages} head={head} />
  if (order !== 1) return <PageNotFound count={pages.length} />
  return (
    <>
      <PageHeader title={title} />
      <WebsiteTabs />
      <EmptyState icon={Files} title="No custom pages yet" actions={<AddPageButton place={place} />}>
        Add pages for anything else, such as the health center or appeals.
      </EmptyState>
    </>
  )
}

const PageNotFound = ({ count }: { count: number }) => (
  <>
    <PageHeader title={title} />
    <WebsiteTabs />
    <EmptyState icon={Compass} title="Page not found">
      {count === 0
        ? 'This policy year has no custom pages yet.'
        : `This policy year has ${formatCount(count, 'custom page')}.`}
    </EmptyState>
  </>
)

interface OnePageProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  head: CustomPageHead
}

const OnePage = ({ place, pages, head }: OnePageProps) => {
  const read = useAsk(getCustomPage, { params: { id: place.period, pageId: head.id } }, afresh)
  return (
    <DocumentStates place={place} title={head.title} tabs={<WebsiteTabs order={head.order} />} read={read}>
      {(record) => <CustomPageEditor place={place} pages={pages} record={record} order={head.order} />}
    </DocumentStates>
  )
}

const shape = {
  id: z.int(),
  key: z.string(),
  order: z.int(),
  ...pageTexts.shape,
  slug,
  published: z.boolean(),
}

const labels = {
  id: 'Page',
  key: 'Page',
  order: 'Position',
  title: 'Title',
  slug: 'URL',
  body: 'Text',
  published: 'Show to students',
  es: 'Spanish',
}

/** Edits a page like the period's documents: drafts, history, and merge conflicts. */
const documentOf = ({ title, id, key, order }: CustomPage) =>
  periodDocument({
    // the name of all pages' changes in the period's history
    kind: 'custom-pages',
    label: title,
    isWebsite: true,
    shape,
    labels,
    empty: { id, key, order, title, slug: '', body: '', published: false },
  })

const f = siteFieldsOf<ReturnType<typeof documentOf>>()

/** `[Clinic].body` → 'Clinic › Text' */
const historyTexts: DocumentWords = {
  ...plainWords,
  path: (path) => {
    const [, title, field, text] = /^\[(.*)\]\.(\w+)(?:\.(\w+))?$/.exec(path) ?? []
    const label = Object.entries(labels).find(([name]) => name === field)?.[1]
    return title !== undefined && label !== undefined
      ? [title, label, ...(text === undefined ? [] : [plainWords.path(text)])].join(' › ')
      : plainWords.path(path)
  },
}

const readSavedBy = async (id: number, documents: string) =>
  savedByOf(await call(listPeriodHistory, { params: { id }, query: { documents, ...latestEntry } }))

interface EditorProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  record: CustomPage
  order: number
}

/** Renders the form of a custom page, and its position among the others. */
const CustomPageEditor = ({ place, pages, record, order }: EditorProps) => {
  const params = { id: place.period, pageId: record.id }
  const { send } = useSend(replaceCustomPage, {
    refreshes: [listCustomPages, listPeriodHistory],
    quiet: true,
  })
  const document = documentOf(record)
  const edit = useDocumentEdit<typeof shape>({
    document,
    periodId: place.period,
    record,
    readSavedBy: () => readSavedBy(place.period, document.kind),
    draftForm: `custom-page:${place.period}:${record.id}`,
    save: async ({ id: _id, key: _key, order: _order, ...body }) => (await send({ params, body })).reply,
  })
  return (
    <PickPictureContext value={usePickPicture()}>
      <DocumentPage
        place={place}
        document={document}
        edit={edit}
        // a page may have been renamed: entries of all pages, each with its name at that time
        historyLabel="custom pages"
        shownBy="published"
        isShown={record.published}
        words={historyTexts}
        tabs={<WebsiteTabs order={order} />}
        actions={<PageActions place={place} record={record} />}
        preview={
          <PagePreview<typeof shape>
            place={place}
            document={document}
            form={edit.form}
            current={record.key}
            renderPage={({ title, body }) => <CustomPageSite title={title} body={body} />}
          />
        }
      >
        <PageOrder place={place} pages={pages} current={record.id} />
        <FormSection title="Page" why="The menu shows this title unless you set a different menu label.">
          <f.Text name="title" required width="half" />
          <f.Text name="slug" required width="half" />
          <f.Checkbox name="published" label="Show to students" />
          <f.SiteText name="body" />
        </FormSection>
      </DocumentPage>
    </PickPictureContext>
  )
}

const PageActions = ({ place, record }: Pick<EditorProps, 'place' | 'record'>) => (
  <>
    <ViewSite
      periodId={place.period}
      path={`/${record.slug}`}
      hidden={record.published ? null : 'Students don’t see this page. Check “Show to students” and save it.'}
    />
    <DeletePage place={place} record={record} />
    <AddPageButton place={place} />
  </>
)

const DeletePage = ({ place, record }: { place: SetUpPlace; record: CustomPage }) => {
  const navigate = useNavigate()
  const offerUndo = useUndo([listCustomPages, getCustomPage, listPeriodHistory])
  const { send, isSending } = useSend(removeCustomPage, {
    refreshes: [listCustomPages, listPeriodHistory],
  })
  const remove = async (): Promise<void> => {
    const params = { id: place.period, pageId: record.id }
    const sent = await send({ params }).catch(() => null)
    if (!sent) return
    offerUndo({ changeId: sent.changeId, title: `“${record.title}” deleted` })
    await navigate({
      to: '/schools/$school/period/$period/website/custom-page/$order',
      params: { school: String(place.school), period: String(place.period), order: '1' },
    })
  }
  return <IconButton icon={Trash2} label="Delete page" disabled={isSending} onClick={() => void remove()} />
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/custom-page/$order',
)({ component: CustomPageScreen })

/** Adds a page at the end and opens it. */
const AddPageButton = ({ place }: { place: SetUpPlace }) => {
  const navigate = useNavigate()
  const { send, isSending } = useSend(createCustomPage, { refreshes: [listCustomPages] })
  const add = async (): Promise<void> => {
    const sent = await send({ params: { id: place.period }, body: { title: 'New page' } }).catch(() => null)
    if (!sent) return
    await navigate({
      to: '/schools/$school/period/$period/website/custom-page/$order',
      params: {
        school: String(place.school),
        period: String(place.period),
        order: String(sent.reply.order),
      },
    })
  }
  return (
    <Button icon={Plus} busy={isSending} onClick={() => void add()}>
      Add page
    </Button>
  )
}
