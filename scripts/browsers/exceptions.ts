import type { Part } from './parts.ts'

/**
 * Features that an oldest browser lacks and that are used all the same, each with the reason. `.take` is any member of that
 * name. `scripts/check-browsers.ts` names exceptions that are no longer needed.
 */
export type Exception = { features: string[]; parts: Part[]; reason: string }

const everywhere: Part[] = ['web', 'desk', 'player']
const lessons: Part[] = ['web', 'player']

/** Members of our objects, or of a library's, that have the name of a feature by chance. */
const otherMembers: Exception[] = [
  {
    features: ['.animation', '.capture', '.delay', '.fetchPriority', '.imageSizes', '.priority', '.share', '.use'],
    parts: everywhere,
    reason: 'Fields of React, and properties of elements that it passes on if they are given.',
  },
  { features: ['.cssFloat'], parts: everywhere, reason: 'React sets it; every browser has it in some form.' },
  { features: ['.tag'], parts: ['web', 'desk'], reason: 'A field of React and a class name.' },
  { features: ['.component'], parts: ['web', 'desk'], reason: 'A property of the router.' },
  { features: ['.isError', '.silent'], parts: ['web', 'desk'], reason: 'Fields of the query client.' },
  {
    features: ['.actions', '.login', '.when'],
    parts: ['web', 'desk'],
    reason: 'Properties, paths and fields of ours.',
  },
  {
    features: ['.address', '.badge', '.icon', '.image', '.keepalive', '.revoke'],
    parts: ['web'],
    reason: 'Properties, fields and class names of ours.',
  },
  { features: ['.bytes', '.take'], parts: lessons, reason: 'Fields and functions of ours.' },
  { features: ['.grow', '.suppressed'], parts: ['desk'], reason: 'A class name and a field of ours.' },
  { features: ['.contentEncoding', '.external'], parts: ['desk'], reason: 'Fields of JSON Schema, in zod.' },
  {
    features: ['.preferences'],
    parts: ['player'],
    reason: 'A function of ours that reads the preferences from the LMS.',
  },
]

/** Used only after a test for it. */
const guarded: Exception[] = [
  {
    features: ['.movementX', '.movementY', '.popover', '.startViewTransition'],
    parts: everywhere,
    reason: 'React tests for it, or uses it for elements that have it.',
  },
  {
    features: [
      'api.Document.createElement.options_parameter.options_is_parameter',
      'api.Navigator.connection',
      'api.Window.navigation',
    ],
    parts: everywhere,
    reason: 'React tests for it.',
  },
  {
    features: [
      '.transferSize',
      'api.Navigation.navigate_event',
      'api.Navigation.navigateerror_event',
      'api.Navigation.navigatesuccess_event',
      'html.global_attributes.is',
    ],
    parts: ['player'],
    reason: 'React tests for it.',
  },
  {
    features: ['.connection'],
    parts: lessons,
    reason: 'May be undefined for lib/service-worker.ts; a field of ours in the player.',
  },
  {
    features: ['.hidePopover', '.showPopover', 'html.global_attributes.popover'],
    parts: lessons,
    reason: 'Without it, toaster.tsx leaves its layer where it is in the page.',
  },
  {
    features: ['.segment', 'javascript.builtins.Intl.Segmenter'],
    parts: everywhere,
    reason: 'Without it, words end where spaces and scripts do, and signs at code points.',
  },
  { features: ['api.Document.startViewTransition'], parts: ['web'], reason: 'use-lesson-walk.ts tests for it.' },
  { features: ['api.Navigator.vibrate'], parts: lessons, reason: 'canVibrate() in feel.ts.' },
  {
    features: [
      'api.Navigator.share',
      'api.Navigator.share.data_text_parameter',
      'api.Navigator.canShare.data_files_parameter',
    ],
    parts: ['web'],
    reason: 'share.ts tests for it, and copies the link otherwise.',
  },
  { features: ['api.Window.requestIdleCallback'], parts: ['web'], reason: 'service-worker.ts tests for it.' },
  {
    features: [
      'api.PublicKeyCredential.parseCreationOptionsFromJSON_static',
      'api.PublicKeyCredential.parseRequestOptionsFromJSON_static',
      'api.PublicKeyCredential.toJSON',
    ],
    parts: ['web', 'desk'],
    reason: 'Passkeys are offered only to browsers that read them as JSON: passkeys-here.ts, passkey.ts of the desk.',
  },
  {
    features: ['api.URL.canParse_static', 'javascript.builtins.Error.captureStackTrace'],
    parts: ['desk'],
    reason: 'zod tests for it.',
  },
  {
    features: ['.notification', 'api.ServiceWorkerGlobalScope.notificationclick_event'],
    parts: ['worker'],
    reason: 'Only a browser that shows notifications calls the listener.',
  },
  {
    features: ['api.TouchList.length'],
    parts: ['web'],
    reason: 'Only a browser with touch events calls the listener.',
  },
  {
    features: ['api.InputEvent.isComposing'],
    parts: ['player'],
    reason: 'Without it, digits of other scripts become plain ones before a composition ends.',
  },
]

/** A browser without it shows or does the same a little less well. */
const refinements: Exception[] = [
  {
    features: ['html.global_attributes.translate'],
    parts: ['player'],
    reason: 'Without it, a translator changes the name of the product too.',
  },
  {
    features: [
      'css.properties.cursor.default',
      'css.properties.cursor.pointer',
      'css.properties.text-size-adjust',
      'css.properties.text-wrap',
      'css.properties.word-break.auto-phrase',
    ],
    parts: everywhere,
    reason: 'The form of the pointer, sizes that other properties set too, nicer line breaks.',
  },
  {
    features: ['css.properties.cursor.not-allowed', 'css.properties.cursor.progress'],
    parts: lessons,
    reason: 'The form of the pointer.',
  },
  {
    features: ['css.properties.field-sizing', 'css.properties.resize'],
    parts: lessons,
    reason: 'A field for long texts scrolls instead of growing.',
  },
  {
    features: [
      'css.properties.view-transition-name',
      'css.selectors.view-transition',
      'css.selectors.view-transition-group',
      'css.selectors.view-transition-new',
      'css.selectors.view-transition-old',
    ],
    parts: lessons,
    reason: 'Cards change without moving.',
  },
  {
    features: ['css.at-rules.page', 'css.properties.size', 'css.properties.print-color-adjust.exact'],
    parts: ['web'],
    reason: 'Printed certificates: the dialog offers paper and colors. The prefixed property is there too.',
  },
  {
    features: ['html.elements.img.fetchpriority', 'html.global_attributes.autocapitalize'],
    parts: ['web'],
    reason: 'Hints for loading and for keyboards on screens.',
  },
  {
    features: ['api.HTMLElement.focus.options_preventScroll_parameter'],
    parts: ['player'],
    reason: 'The page scrolls to what gets the focus, which is at the top.',
  },
  {
    features: [
      'css.at-rules.container',
      'css.properties.align-content.start',
      'css.properties.container-type',
      'css.properties.overflow-x.clip',
      'css.properties.overflow.clip',
      'css.properties.overscroll-behavior',
      'css.properties.rotate',
      'css.properties.scale',
      'css.properties.translate',
      'css.selectors.has',
      'css.types.length.viewport_percentage_units_dynamic',
    ],
    parts: ['player'],
    reason: 'Looks: distances, decorations, and heights that end where the text does.',
  },
]

export const exceptions: Exception[] = [...otherMembers, ...guarded, ...refinements]
