import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Content } from '#contract/periods/document.ts'
import {
  DocumentPage,
  type DocumentPageProps,
  type SetUpPlace,
} from '#client/common/set-up/document-page.tsx'
import type { SiteFrameProps } from '#client/site/frame.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { SitePreview } from './site-preview.tsx'
import { useLiveValues } from './use-live-values.ts'
import { WebsiteTabs } from './website-tabs.tsx'

type Shape = Readonly<Record<string, z.core.$ZodType>>

interface Shown<S extends Shape> {
  /** Its key in the menu of the site. */
  current: string
  /** The page as students see it, from what stands in the form. */
  renderPage: (content: Content<S>) => ReactNode
  announces?: (content: Content<S>) => SiteFrameProps['announcement']
}

type WebsitePageProps<S extends Shape> = Omit<DocumentPageProps<S>, 'preview'> & Shown<S>

/** A page of the student site being edited: its form among the site's others, and beside it what students will see. */
export const WebsitePage = <S extends Shape>({
  current,
  renderPage,
  announces,
  ...page
}: WebsitePageProps<S>) => (
  <DocumentPage
    tabs={<WebsiteTabs place={page.place} />}
    {...page}
    preview={<Preview place={page.place} form={page.edit.form} {...{ current, renderPage, announces }} />}
  />
)

interface PreviewProps<S extends Shape> extends Omit<Shown<S>, 'announces'> {
  place: SetUpPlace
  form: RecordForm<Content<S>>
  announces: Shown<S>['announces'] | undefined
}

/** By itself, so that typing draws the preview alone anew. */
const Preview = <S extends Shape>({ place, form, current, renderPage, announces }: PreviewProps<S>) => {
  const content = useLiveValues(form)
  return (
    <SitePreview place={place} current={current} announcement={(content && announces?.(content)) ?? null}>
      {content && renderPage(content)}
    </SitePreview>
  )
}
