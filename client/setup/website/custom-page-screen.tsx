import * as z from 'zod/mini'
import { createFileRoute } from '@tanstack/react-router'
import { Compass, Files } from 'lucide-react'
import { getCustomPage, listCustomPages, replaceCustomPage } from '#contract/setup/website/endpoints.ts'
import {
  customPages,
  pageDocument,
  pageKind,
  pageLabels,
  type CustomPage,
  type CustomPageHead,
} from '#contract/setup/website/custom-pages.ts'
import {
  DocumentPage,
  DocumentStates,
  showsDocuments,
  useBreadcrumbOf,
  type SetUpPlace,
} from '#client/setup/period-documents/document-page.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { WebsiteTabs } from './website-tabs.tsx'
import { periodDocument } from '#contract/setup/period-documents/document.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { plainWords, type DocumentWords } from '#client/platform/history/document-text.ts'
import { PickPictureContext } from '#client/setup/period-documents/office-texts.tsx'
import { useDocumentEdit } from '#client/setup/period-documents/use-document-edit.ts'
import { CustomPageSite } from '#client/setup/site/custom-page.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { AddPageButton, PageActions } from './page-actions.tsx'
import { PageOrder } from './page-order.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { usePickPicture } from './use-pick-picture.ts'
import { PagePreview, SiteVersion } from './website-screen.tsx'

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
  if (order !== 1) return <PageNotFound place={place} count={pages.length} />
  return (
    <>
      <Head place={place} />
      <EmptyState icon={Files} title="No custom pages yet" actions={<AddPageButton place={place} />}>
        Add pages for anything else, such as the health center or appeals.
      </EmptyState>
    </>
  )
}

/** Renders what is above the place of a page if there’s none. */
const Head = ({ place }: { place: SetUpPlace }) => (
  <>
    <PageHeader title={title} breadcrumb={useBreadcrumbOf(place)} />
    <WebsiteTabs />
  </>
)

const PageNotFound = ({ place, count }: { place: SetUpPlace; count: number }) => (
  <>
    <Head place={place} />
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
  const list = useAsk(listCustomPages, { params: { id: place.period } })
  const page = useAsk(getCustomPage, { params: { id: place.period, pageId: head.id } }, afresh)
  const { data, error, isFetchedAfterMount } = page
  // after a change of the policy year the page can be deleted: then it isn’t asked for
  const refetch = async () => {
    const pages = await list.refetch()
    if (pages.data?.some(({ id }) => id === head.id) !== false) await page.refetch()
  }
  const read = { data, error, isFetchedAfterMount, refetch }
  return (
    <DocumentStates place={place} title={head.title} tabs={<WebsiteTabs order={head.order} />} read={read}>
      {(record) => <CustomPageEditor place={place} pages={pages} record={record} order={head.order} />}
    </DocumentStates>
  )
}

/** A page as its calls return it. What students see of it is in `pageDocument`. */
const shape = {
  id: z.int(),
  key: z.string(),
  order: z.int(),
  ...pageDocument({ id: 0, title: '' }).content.shape,
}

/** Edits a page like the period's documents: drafts, history, versions, and merge conflicts. */
const documentOf = ({ title, id, key, order }: CustomPage) =>
  periodDocument({
    kind: pageKind(id),
    label: title,
    isWebsite: true,
    isPublished: true,
    shape,
    labels: { id: 'Page', key: 'Page', order: 'Position', ...pageLabels },
    empty: { id, key, order, title, slug: '', body: '', published: false },
  })

const f = siteFieldsOf<ReturnType<typeof documentOf>>()

/** `[Clinic].body` → 'Clinic › Text' */
const historyTexts: DocumentWords = {
  ...plainWords,
  path: (path) => {
    const [, title, field, text] = /^\[(.*)\]\.(\w+)(?:\.(\w+))?$/.exec(path) ?? []
    const label = Object.entries(pageLabels).find(([name]) => name === field)?.[1]
    return title !== undefined && label !== undefined
      ? [title, label, ...(text === undefined ? [] : [plainWords.path(text)])].join(' › ')
      : plainWords.path(path)
  },
}

/** A page may have been renamed: the history has entries of all pages, each with its name at that time. */
const history = { kind: customPages, label: 'custom pages', words: historyTexts }

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
    refreshes: [listCustomPages, ...showsDocuments],
    quiet: true,
  })
  const document = documentOf(record)
  const edit = useDocumentEdit<typeof shape>({
    document,
    periodId: place.period,
    record,
    draftForm: `custom-page:${place.period}:${record.id}`,
    save: async ({ id: _id, key: _key, order: _order, ...body }) => (await send({ params, body })).reply,
  })
  return (
    <PickPictureContext value={usePickPicture()}>
      <DocumentPage
        {...{ place, document, edit, history }}
        tabs={<WebsiteTabs order={order} />}
        actions={<PageActions place={place} record={record} />}
        renderVersion={(content, language) => <PageVersion {...{ record, content, language }} />}
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
          <f.Checkbox
            name="published"
            hint="To take the page off the site, uncheck this, save and publish."
          />
          <f.SiteText name="body" />
        </FormSection>
      </DocumentPage>
    </PickPictureContext>
  )
}

interface PageVersionProps {
  record: CustomPage
  content: unknown
  language: SiteLanguage
}

/** Renders a version of a page, or what is saved, which also has the page’s place. */
const PageVersion = ({ record, content, language }: PageVersionProps) => {
  const document = pageDocument(record)
  const names = Object.keys(document.content.shape)
  const entries = isRecord(content) ? Object.entries(content).filter(([name]) => names.includes(name)) : []
  return (
    <SiteVersion
      {...{ document, language }}
      content={Object.fromEntries(entries)}
      current={record.key}
      renderPage={({ title, body }) => <CustomPageSite title={title} body={body} />}
    />
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/custom-page/$order',
)({ component: CustomPageScreen })
