import { createFileRoute } from '@tanstack/react-router'
import { getSchool } from '#contract/schools/endpoints.ts'
import { homePage } from '#contract/website/home-page.ts'
import { toneLabels, tones } from '#contract/website/parts.ts'
import { HomeSite } from '#client/site/home.tsx'
import { usePlace } from '#client/common/set-up/document-page.tsx'
import { useAsk } from '#client/lib/query.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { SectionFields } from './section-fields.tsx'
import { SiteSettings } from './site-settings.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'
import { ImagePlus } from 'lucide-react'
import { Button } from '#client/ui/controls/button.tsx'
import { FieldError } from '#client/ui/controls/field.tsx'
import { asText, useFormField } from '#client/ui/form/use-form-field.ts'
import { usePickPicture } from './use-pick-picture.ts'

const f = siteFieldsOf<typeof homePage>()

const HomePageScreen = () => {
  const place = usePlace()
  const { data: school } = useAsk(getSchool, { params: { id: place.school } })
  return (
    <WebsiteScreen
      document={homePage}
      renderActions={() => <SiteSettings periodId={place.period} />}
      current="home"
      renderPage={(content) => (
        <HomeSite school={school?.name ?? ''} content={content} enrollHref={null} waiveHref={null} />
      )}
      announces={({ announcement: { text, tone } }) => (text ? { text, tone } : null)}
    >
      <HomeFields />
      <Announcement />
      <FormSection
        title="Sections"
        why="Below the ways to the forms, in the order in which students read them."
      >
        <SectionFields />
      </FormSection>
    </WebsiteScreen>
  )
}

const HomeFields = () => (
  <>
    <FormSection title="Welcome" why="The first that students read.">
      <f.Text name="headline" />
      <f.SiteText name="intro" />
    </FormSection>
    <FormSection
      title="Picture"
      why="An upload of the school’s own, and what it shows for those who cannot see it."
    >
      <PictureField />
    </FormSection>
    <FormSection title="Ways to the forms" why="The words on the two buttons.">
      <f.Text name="enroll_label" label="To the enroll form" placeholder="Enroll" width="half" />
      <f.Text name="waive_label" label="To the waiver form" placeholder="Waive coverage" width="half" />
    </FormSection>
  </>
)

const toneOptions = tones.map((value) => ({ value, label: toneLabels[value] }))

const Announcement = () => (
  <FormSection title="Announcement" why="Stands above every page, from its first day to its last.">
    <f.Textarea name="announcement.text" label="Announcement" rows={2} />
    <f.Select name="announcement.tone" label="Tone" options={toneOptions} width="third" />
    <f.Date name="announcement.from" label="First day" width="short" />
    <f.Date name="announcement.to" label="Last day" width="short" />
  </FormSection>
)

/** The picture of the home page: shown, chosen among the school's own, taken away, and said in words. */
const PictureField = () => {
  const { value, onChange, ref, frame } = useFormField({ name: 'image.src', label: 'Picture' })
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
          {src === '' ? 'Choose a picture…' : 'Choose another picture…'}
        </Button>
        {src !== '' && (
          <Button variant="ghost" onClick={remove}>
            Remove the picture
          </Button>
        )}
        {frame.error && <FieldError>{frame.error}</FieldError>}
      </div>
      {src !== '' && <f.Text name="image.alt" label="What it shows" required />}
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/home-page')({
  component: HomePageScreen,
})
