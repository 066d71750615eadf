// Places in the source, as text and as something to click.

import { isKnown, type Place } from "../report.ts";

export const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

export function placeText(place: Place): string {
  if (!isKnown(place)) return place.function === "" ? "" : `in ${place.function}`;
  return `${baseName(place.file)}:${place.line}`;
}

export function PlaceLink(props: {
  place: Place;
  onShow?: ((place: Place) => void) | undefined;
  withFunction?: boolean;
}) {
  const { place, onShow } = props;
  const text = placeText(place);
  if (text === "") return null;
  const where = props.withFunction && isKnown(place) && place.function !== "" ? ` in ${place.function}` : "";
  if (!isKnown(place) || onShow === undefined) {
    return (
      <span class="place" title={place.file}>
        {text}
        {where}
      </span>
    );
  }
  return (
    <span class="place">
      <button type="button" class="link" title={`${place.file}:${place.line}`} onClick={() => onShow(place)}>
        {text}
      </button>
      {where}
    </span>
  );
}

export function StackList(props: { stack: Place[]; onShow?: ((place: Place) => void) | undefined }) {
  return (
    <ol class="stack">
      {props.stack.map((place, depth) => (
        <li key={depth}>
          <code>{place.function || "?"}</code> <PlaceLink place={place} onShow={props.onShow} />
        </li>
      ))}
    </ol>
  );
}
