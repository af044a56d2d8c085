/** In pixels. Narrower windows get the phone layout: slide panel and popups instead of sidebar and drawer. */
export const NARROW_PX = 900
