import { use, useDeferredValue, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { Content, Shape } from '#contract/platform/document.ts'
import { translatorTo, type Translator } from '#contract/platform/translation.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { EditedLanguageContext, PickPictureContext } from '#client/setup/period-documents/office-texts.tsx'
import {
  DocumentScreen,
  usePlace,
  type DocumentScreenProps,
  type SetUpPlace,
} from '#client/setup/period-documents/document-page.tsx'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import type { SiteFrameProps } from '#client/setup/site/frame.tsx'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { SitePageIn, SitePreview } from './site-preview.tsx'
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

type WebsiteScreenProps<S extends Shape> = Omit<DocumentScreenProps<S>, 'renderPreview' | 'renderVersion'> &
  Shown<S>

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
      renderVersion={(content, language) => (
        <SiteVersion {...{ current, renderPage, announces, content, language }} document={screen.document} />
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

interface SiteVersionProps<S extends Shape> extends Pick<Shown<S>, 'current' | 'renderPage' | 'announces'> {
  document: Pick<PeriodDocument<string, S>, 'content'>
  content: unknown
  language: SiteLanguage
}

/** Renders a version of a page without the menu, at the width that it gets; nothing but a sentence if it can’t be read. */
export const SiteVersion = <S extends Shape>({
  document,
  content,
  language,
  ...page
}: SiteVersionProps<S>) => {
  const { school } = usePlace()
  const texts = translatorTo(language)
  const known = document.content.safeParse(content).data
  if (!known)
    return <p className="p-4 text-ink-2">This version of Shipmate can’t show it. It didn’t change.</p>
  const translated = texts.translate(document.content, known)
  return (
    <SitePageIn
      {...{ texts, language, school }}
      current={page.current}
      announcement={page.announces?.(translated) ?? null}
      menu={[]}
    >
      {page.renderPage(translated, texts)}
    </SitePageIn>
  )
}

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
