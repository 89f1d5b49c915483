import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import type { Shape, Versioned } from '#contract/platform/document.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { getSetupDifferences } from '#contract/review/setup-differences/endpoints.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import {
  getPeriodAbout,
  listPeriodDocuments,
  listPeriodHistory,
  listUnpublishedChanges,
} from '#contract/setup/periods/endpoints.ts'
import { getSchool, listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { freshly, Loaded, type Reloaded } from '#client/platform/ui/states/loaded.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { afresh, keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Form, FormSummary } from '#client/platform/ui/form/form.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { EditedLanguage, EditedLanguageContext } from './office-texts.tsx'
import { DocumentActions, type DocumentHistory } from './document-actions.tsx'
import { wordsOf } from '#client/platform/history/document-text.ts'
import { readDocument, useDocumentEdit, type DocumentEdit } from './use-document-edit.ts'
import type { RenderVersion } from './compare-versions.tsx'
import { PageLine } from './page-line.tsx'
import { ReachNote } from './reach-note.tsx'
import { usePointedField } from './use-pointed-field.ts'

/** Endpoints that show the state of documents, besides the document itself. */
export const showsDocuments = [
  listPeriodDocuments,
  listPeriodHistory,
  listUnpublishedChanges,
  getPeriodAbout,
  getSetupDifferences,
] as const

/** The school and policy year of a document, from the URL. */
export interface SetUpPlace {
  readonly school: number
  readonly period: number
}

interface StatesProps<R> {
  place: SetUpPlace
  title: string
  /** Tabs to the related screens; always shown. */
  tabs?: ReactNode
  read: Reloaded<R>
  children: (record: R) => ReactNode
}

/**
 * Renders a freshly loaded document, so that no one edits an old version; until then placeholders, or why it can't be
 * shown.
 */
export const DocumentStates = <R,>({ read, children, ...head }: StatesProps<R>) => {
  const { place, title } = head
  const client = useQueryClient()
  useRecordChanged('period', place.period, () => {
    void read.refetch()
    for (const endpoint of showsDocuments) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  })
  const renderInstead = (state: ReactNode) => (
    <>
      <Title {...head} />
      {state}
    </>
  )
  return (
    <Loaded
      of={freshly(read)}
      what={title}
      who="Only Shipmate Admins can set up a policy year."
      rows={8}
      label={`Loading ${title}`}
      renderInstead={renderInstead}
    >
      {(data) => (
        <Readable key={place.period} renderInstead={renderInstead}>
          {children(data)}
        </Readable>
      )}
    </Loaded>
  )
}

const Title = ({ place, title, tabs }: Pick<StatesProps<unknown>, 'place' | 'title' | 'tabs'>) => (
  <>
    <PageHeader title={title} breadcrumb={useBreadcrumbOf(place)} />
    {tabs}
  </>
)

/** Renders school and policy year as links to their students. */
export const useBreadcrumbOf = ({ school, period }: SetUpPlace) => {
  const { data: itsSchool } = useAsk(getSchool, { params: { id: school } })
  // the same path as in the year picker
  const { data: periods } = useAsk(listSchoolPeriods, { params: { id: school } }, { staleTime: 60_000 })
  const itsPeriod = periods?.find(({ id }) => id === period)
  if (!itsSchool || !itsPeriod) return []
  const params = { school: String(school), period: String(period) }
  return [
    {
      key: 'period',
      link: (
        <Link to="/schools/$school/period/$period" params={params}>
          {itsSchool.name}, {itsPeriod.name}
        </Link>
      ),
    },
  ]
}

interface LoadedDocument<S extends Shape> {
  readonly place: SetUpPlace
  /** The document as it's saved. */
  readonly record: Versioned<S>
  readonly edit: DocumentEdit<S>
  readonly refetch: () => unknown
}

export interface DocumentScreenProps<S extends Shape> {
  document: PeriodDocument<string, S>
  /** Shown below the header: tabs to the related screens. */
  tabs?: ReactNode
  /** Shown before Save: other actions. */
  renderActions?: (loaded: LoadedDocument<S>) => ReactNode
  /** Shown next to the form on wide screens: a preview of the student website. */
  renderPreview?: (loaded: LoadedDocument<S>) => ReactNode
  /** Renders a published version as students see it. */
  renderVersion?: RenderVersion
  /** Shown in the publish dialog below the changes: what publishing means for what was sent already. */
  renderImpact?: (place: SetUpPlace) => ReactNode
  /** Returns a field's value as text for merge conflicts, if the default doesn't fit. */
  valueWords?: (name: string, value: unknown) => string
  /** Endpoints that show the document, besides those that show every document. */
  refreshes?: readonly Endpoint[]
  /** Asks before saving; a rejection stops the save. */
  onSave?: (before: Versioned<S>, after: Versioned<S>) => Promise<void>
  /** Renders the fields in sections; gets the saved document if it's needed. */
  children: ReactNode | ((loaded: LoadedDocument<S>) => ReactNode)
}

/** Renders the screen of a document: loaded, edited with a draft, saved and published according to its definition. */
export const DocumentScreen = <S extends Shape>(props: DocumentScreenProps<S>) => {
  const { document, tabs } = props
  const place = usePlace()
  const read = useDocument(document, place.period)
  return (
    <DocumentStates place={place} title={document.label} tabs={tabs} read={read}>
      {(data) => (
        <EditedDocument
          key={`${document.kind} ${place.period}`}
          {...props}
          {...{ place, data }}
          refetch={read.refetch}
        />
      )}
    </DocumentStates>
  )
}

/** Returns the school and policy year of a screen from its URL. */
export const usePlace = (): SetUpPlace => {
  const { school, period } = useParams({ strict: false })
  return { school: Number(school), period: Number(period) }
}

/** Loads a document without the cache. `readDocument` validates it. */
export const useDocument = (document: Pick<PeriodDocument, 'get'>, periodId: number) =>
  useAsk(document.get, { params: { id: periodId } }, afresh)

/** Returns a function that replaces the document, and reads again what shows it. */
export const useSendDocument = (
  { replace }: Pick<PeriodDocument, 'replace'>,
  periodId: number,
  refreshes: readonly Endpoint[] = [],
) => {
  const { send } = useSend(replace, { refreshes: [...refreshes, ...showsDocuments], quiet: true })
  return async (body: { readonly version: number }) => {
    const { reply } = await send({ params: { id: periodId }, body: { ...body } })
    const { version } = reply
    return { ...reply, version: typeof version === 'number' ? version : body.version }
  }
}

interface EditedDocumentProps<S extends Shape> extends DocumentScreenProps<S> {
  place: SetUpPlace
  data: unknown
  refetch: () => unknown
}

const EditedDocument = <S extends Shape>(props: EditedDocumentProps<S>) => {
  const { document, place, data, refetch, valueWords, refreshes, onSave } = props
  const record = readDocument(document, data)
  const send = useSendDocument(document, place.period, refreshes)
  const edit = useDocumentEdit({
    document,
    periodId: place.period,
    record,
    valueWords,
    save: async (body) => {
      await onSave?.(record, body)
      return send(body)
    },
  })
  const loaded = { place, record, edit, refetch }
  return (
    <DocumentPage
      {...{ place, document, edit }}
      tabs={props.tabs}
      actions={props.renderActions?.(loaded)}
      preview={props.renderPreview?.(loaded)}
      renderImpact={props.renderImpact}
      renderVersion={props.renderVersion}
    >
      {typeof props.children === 'function' ? props.children(loaded) : props.children}
    </DocumentPage>
  )
}

interface DocumentPageProps<S extends Shape> {
  place: SetUpPlace
  document: PeriodDocument<string, S>
  edit: DocumentEdit<S>
  /** Its history, if that covers more than this document. */
  history?: DocumentHistory
  tabs?: ReactNode
  actions?: ReactNode
  preview?: ReactNode
  renderImpact?: DocumentScreenProps<S>['renderImpact']
  renderVersion?: RenderVersion | undefined
  children: ReactNode
}

/** Renders a document being edited: its saved and published state, the actions, and the form. */
export const DocumentPage = <S extends Shape>(props: DocumentPageProps<S>) => {
  const { place, document, edit, history, tabs, actions, preview, children } = props
  const formId = useId()
  const [language, setLanguage] = useState<SiteLanguage>('en')
  return (
    <>
      <div className="sticky top-0 z-20">
        <PageHeader
          title={document.label}
          breadcrumb={useBreadcrumbOf(place)}
          aside={<UnsavedMark isDirty={edit.isDirty} />}
          actions={
            <>
              {actions}
              <DocumentActions
                periodId={place.period}
                {...{ document, edit, history, formId }}
                impact={props.renderImpact?.(place)}
              />
            </>
          }
        />
        <ReachNote {...{ place, document, edit }} />
      </div>
      {tabs}
      <PageLine
        place={place}
        document={document}
        words={wordsOf(document)}
        renderVersion={props.renderVersion}
      />
      <div className={!preview ? '' : 'xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]'}>
        <PageBody width="md">
          <OfflineBanner isWaiting={edit.isWaiting} />
          {edit.behind}
          <Form form={edit.form} id={formId} pointed={usePointedField()} names={document.labels}>
            <FormSummary />
            <EditedLanguage {...{ document, language }} onChange={setLanguage}>
              {children}
            </EditedLanguage>
          </Form>
        </PageBody>
        <EditedLanguageContext value={language}>{preview}</EditedLanguageContext>
      </div>
      {edit.conflict}
    </>
  )
}
