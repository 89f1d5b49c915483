import { createFileRoute } from '@tanstack/react-router'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { toneLabels, tones } from '#contract/setup/period-documents/parts.ts'
import { HomeSite } from '#client/setup/site/home.tsx'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SectionFields } from './section-fields.tsx'
import { SiteSettings } from './site-settings.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'
import { ImagePlus } from 'lucide-react'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FieldError } from '#client/platform/ui/controls/field.tsx'
import { asText, useFormField } from '#client/platform/ui/form/use-form-field.ts'
import { usePickPicture } from './use-pick-picture.ts'

const f = siteFieldsOf<typeof homePage>()

/** The preview has no links. */
const noLink = () => null

const HomePageScreen = () => {
  const place = usePlace()
  const { data: school } = useAsk(getSchool, { params: { id: place.school } })
  return (
    <WebsiteScreen
      document={homePage}
      renderActions={() => <SiteSettings periodId={place.period} />}
      current="home"
      renderPage={(content) => (
        <HomeSite school={school?.name ?? ''} content={content} hrefOf={noLink} facts={null} />
      )}
      announces={({ announcement: { text, tone } }) => (text ? { text, tone } : null)}
    >
      <HomeFields />
      <Announcement />
      <FormSection title="Sections" why="These appear below the buttons. Drag to reorder.">
        <SectionFields />
      </FormSection>
    </WebsiteScreen>
  )
}

const HomeFields = () => (
  <>
    <FormSection title="Welcome" why="The top of the home page.">
      <f.Text name="headline" />
      <f.SiteText name="intro" />
    </FormSection>
    <FormSection title="Image" why="An image from the school’s files, with alt text.">
      <PictureField />
    </FormSection>
    <FormSection title="Form buttons" why="Labels for the 2 buttons.">
      <f.Text name="enroll_label" label="Enroll button" placeholder="Enroll" width="half" />
      <f.Text name="waive_label" label="Waiver button" placeholder="Waive coverage" width="half" />
    </FormSection>
  </>
)

const toneOptions = tones.map((value) => ({ value, label: toneLabels[value] }))

const Announcement = () => (
  <FormSection
    title="Announcement"
    why="Appears at the top of every page from the first day through the last day."
  >
    <f.Textarea name="announcement.text" label="Announcement" rows={2} />
    <f.Select name="announcement.tone" label="Style" options={toneOptions} width="third" />
    <f.Date name="announcement.from" label="First day" width="short" />
    <f.Date name="announcement.to" label="Last day" width="short" />
  </FormSection>
)

/** Renders the home page image: shown, chosen from the school's files, removed, with its alt text. */
const PictureField = () => {
  const { value, onChange, ref, frame } = useFormField({ name: 'image.src', label: 'Image' })
  const { getValues, setValue } = f.useForm()
  const pick = usePickPicture()
  const src = asText(value)
  const setAlt = (alt: string | null): void =>
    setValue('image.alt', alt, { shouldDirty: true, shouldValidate: alt !== null })
  const choose = async (): Promise<void> => {
    const picture = await pick(src === '' ? null : { src, alt: asText(getValues('image.alt')) })
    if (!picture) return
    onChange(picture.src)
    setAlt(picture.alt)
  }
  const remove = (): void => {
    onChange(null)
    setAlt(null)
  }
  return (
    <>
      <div className="col-span-6 flex flex-wrap items-center gap-3">
        {src !== '' && (
          <span className="grid h-20 w-32 place-items-center overflow-hidden rounded-card bg-white p-1 shadow-line">
            <img src={src} alt="" className="max-h-18 max-w-full object-contain" />
          </span>
        )}
        <Button ref={ref} icon={ImagePlus} onClick={() => void choose()}>
          {src === '' ? 'Choose image…' : 'Change image…'}
        </Button>
        {src !== '' && (
          <Button variant="ghost" onClick={remove}>
            Remove image
          </Button>
        )}
        {frame.error && <FieldError>{frame.error}</FieldError>}
      </div>
      {src !== '' && <f.Text name="image.alt" label="Alt text" required />}
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/home-page')({
  component: HomePageScreen,
})
