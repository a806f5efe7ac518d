from specwright.delivery.record import Record


def render_report(record: Record) -> str:
    return "<!doctype html>"
