import { use, useDeferredValue, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { Content, Shape } from '#contract/platform/document.ts'
import { translatorTo, type Translator } from '#contract/platform/translation.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { EditedLanguageContext, PickPictureContext } from '#client/setup/period-documents/office-texts.tsx'
import {
  DocumentScreen,
  type DocumentScreenProps,
  type SetUpPlace,
} from '#client/setup/period-documents/document-page.tsx'
import type { SiteFrameProps } from '#client/setup/site/frame.tsx'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { SitePreview } from './site-preview.tsx'
import { sitePathOf, ViewSite } from './student-site.tsx'
import { usePickPicture } from './use-pick-picture.ts'
import { WebsiteTabs } from './website-tabs.tsx'

interface Shown<S extends Shape> {
  /** Its key in the website menu. */
  current: string
  /** Renders the page as students see it, from the form's values in a language; other documents are put into it too. */
  renderPage: (content: Content<S>, texts: Translator) => ReactNode
  announces?: ((content: Content<S>) => SiteFrameProps['announcement']) | undefined
  /** Shown above the preview: other choices of what it shows, and what it's for. */
  previewTools?: ReactNode
  previewNote?: string | undefined
}

type WebsiteScreenProps<S extends Shape> = Omit<DocumentScreenProps<S>, 'renderPreview'> & Shown<S>

/** Renders the screen of a student website page: its form, and a preview next to it. */
export const WebsiteScreen = <S extends Shape>({
  current,
  renderPage,
  announces,
  previewTools,
  previewNote,
  ...screen
}: WebsiteScreenProps<S>) => (
  <PickPictureContext value={usePickPicture()}>
    <DocumentScreen
      tabs={<WebsiteTabs />}
      {...screen}
      renderActions={(loaded) => (
        <>
          {screen.renderActions?.(loaded)}
          <ViewSite periodId={loaded.place.period} path={sitePathOf(current)} />
        </>
      )}
      renderPreview={({ edit, place }) => (
        <PagePreview
          {...{ place, current, renderPage, announces, previewTools, previewNote }}
          document={screen.document}
          form={edit.form}
        />
      )}
    />
  </PickPictureContext>
)

interface PagePreviewProps<S extends Shape> extends Shown<S> {
  document: Pick<PeriodDocument<string, S>, 'content'>
  place: SetUpPlace
  form: RecordForm<Content<S>>
}

/** A separate component, so that typing rerenders only the preview, deferred behind the form. */
export const PagePreview = <S extends Shape>(props: PagePreviewProps<S>) => {
  const { document, place, form, current, renderPage, announces, previewTools, previewNote } = props
  useWatch({ control: form.methods.control })
  const typed = useDeferredValue<Content<S> | null>(form.methods.getValues(), null)
  const language = use(EditedLanguageContext)
  const texts = translatorTo(language)
  const content = typed && texts.translate(document.content, typed)
  const announcement = (content && announces?.(content)) ?? null
  return (
    <SitePreview
      {...{ place, current, announcement, texts, language }}
      tools={previewTools}
      note={previewNote}
    >
      {content && renderPage(content, texts)}
    </SitePreview>
  )
}
